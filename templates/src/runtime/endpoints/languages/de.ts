import type { Texts } from './texts.ts';

const list = (values: readonly unknown[]) =>
  values.map((value) => JSON.stringify(value)).join(', ');

export const de: Texts = {
  language: 'de',
  problems: {
    'malformed-request': {
      title: 'Fehlerhafte Anfrage',
      description: 'Die Anfragezeile, ein Kopffeld oder die Kodierung der Adresse ist ungültig.',
    },
    'malformed-body': {
      title: 'Fehlerhafter Inhalt',
      description: 'Der Inhalt ist kein gültiges Dokument des Typs, den Content-Type nennt.',
    },
    'validation-failed': {
      title: 'Prüfung fehlgeschlagen',
      description:
        'Die Anfrage ist richtig aufgebaut, aber mindestens ein Wert ist ungültig. `errors` nennt jeden Verstoß und seine Stelle.',
    },
    'unknown-parameter': {
      title: 'Unbekannter Parameter',
      description:
        'Die Adresse enthält einen Abfrageparameter, den dieser Vorgang nicht kennt. `allowed` nennt die bekannten.',
    },
    'idempotency-key-invalid': {
      title: 'Idempotenzschlüssel fehlt oder ist fehlerhaft',
      description:
        'Das Kopffeld Idempotency-Key muss einen Text aus 1 bis 255 druckbaren ASCII-Zeichen in Anführungszeichen enthalten.',
    },
    'ambiguous-credentials': {
      title: 'Mehrere Zugangsdaten',
      description: 'Die Anfrage enthält mehrere Zugangsdaten. Bitte nur eine davon senden.',
    },
    'credential-in-address': {
      title: 'Zugangsdaten in der Adresse',
      description:
        'Die Adresse der Anfrage enthält Zugangsdaten. Adressen gelangen in Protokolle: Bitte diese Zugangsdaten widerrufen und andere in einem Kopffeld senden.',
    },
    unauthenticated: {
      title: 'Nicht angemeldet',
      description:
        'Die Anfrage enthält keine gültigen Zugangsdaten. Das Kopffeld WWW-Authenticate nennt die angebotenen Verfahren.',
    },
    forbidden: {
      title: 'Nicht erlaubt',
      description: 'Die Zugangsdaten sind gültig, erlauben diesen Vorgang aber nicht.',
    },
    'https-required': {
      title: 'HTTPS erforderlich',
      description:
        'Die Anfrage war nicht verschlüsselt, andere konnten sie also unterwegs lesen. Bitte über https senden, und mit neuen Zugangsdaten, falls sie welche enthielt. Für den Betreiber des Dienstes: `TLS_CERT_FILE` und `TLS_KEY_FILE` setzen, oder den Proxy, der TLS beendet, in `TRUSTED_PROXIES` aufnehmen und ihn `X-Forwarded-Proto: https` senden lassen.',
    },
    'version-closed': {
      title: 'Für neue Clients geschlossen',
      description:
        'Diese Version wird entfernt und nimmt keine neuen Clients mehr an. Bitte die Version benutzen, die `successor` nennt.',
    },
    'not-found': {
      title: 'Nicht gefunden',
      description:
        'Unter dieser Adresse gibt es keine Ressource, oder dieser Aufrufer darf sie nicht sehen.',
    },
    'invalid-version': {
      title: 'Ungültige Version',
      description:
        'Die Anfrage nennt keine Version dieser Schnittstelle, eine unbekannte oder mehrere. `supportedVersions` nennt die vorhandenen.',
    },
    'invalid-features': {
      title: 'Ungültige Funktionen',
      description:
        'Die Anfrage verlangt unbekannte Funktionen oder solche, die sich nicht kombinieren lassen. `supportedFeatures` nennt die bekannten.',
    },
    'feature-withdrawn': {
      title: 'Zurückgezogene Funktion',
      description:
        'Die Anfrage verlangt Funktionen, die nicht mehr angeboten werden. `withdrawn` nennt sie.',
    },
    'misdirected-request': {
      title: 'Fehlgeleitete Anfrage',
      description: 'Die Anfrage nennt einen Host, der nicht zu diesem Dienst gehört.',
    },
    'unknown-version': {
      title: 'Unbekannte Version',
      description:
        'Die Adresse nennt keine bekannte Version dieser Schnittstelle. `supportedVersions` nennt die vorhandenen.',
    },
    'method-not-allowed': {
      title: 'Methode nicht angeboten',
      description:
        'Die Ressource gibt es, aber sie bietet diese Methode nicht an. Das Kopffeld Allow nennt die angebotenen.',
    },
    'not-acceptable': {
      title: 'Kein passender Medientyp',
      description:
        'Der Dienst kann keinen der Medientypen liefern, die Accept zulässt. `available` nennt die möglichen.',
    },
    'version-read-only': {
      title: 'Version nur noch lesbar',
      description:
        'Diese Version wird entfernt und nimmt keine Änderungen mehr an. `sunset` ist der Tag, an dem sie entfernt wird. Änderungen nimmt die Version an, die `successor` nennt.',
    },
    'request-timeout': {
      title: 'Zeit für die Anfrage abgelaufen',
      description: 'Die Anfrage kam nicht rechtzeitig an.',
    },
    conflict: {
      title: 'Konflikt',
      description:
        'Die Ressource hat sich geändert, während der Dienst die Anfrage bearbeitet hat. Bitte neu lesen und die Anfrage wiederholen.',
    },
    'unique-conflict': {
      title: 'Schon vergeben',
      description:
        'Eine andere Ressource hat bereits einen Wert, der eindeutig sein muss. `errors` nennt die Felder.',
    },
    'reference-conflict': {
      title: 'Verweis ins Leere',
      description:
        'Ein Feld verweist auf eine Ressource, die es nicht gibt. `errors` nennt das Feld.',
    },
    referenced: {
      title: 'Noch in Gebrauch',
      description:
        'Die Ressource kann nicht gelöscht werden, solange andere Ressourcen auf sie verweisen.',
    },
    'idempotency-key-in-flight': {
      title: 'Anfrage in Arbeit',
      description:
        'Eine Anfrage mit demselben Idempotency-Key wird noch bearbeitet. Bitte später wiederholen.',
    },
    'identity-conflict': {
      title: 'Andere Ressource',
      description:
        'Typ oder Kennung im Inhalt gehören nicht zu der Ressource unter dieser Adresse.',
    },
    'transition-not-allowed': {
      title: 'In diesem Zustand nicht möglich',
      description:
        'Der Zustand der Ressource lässt diesen Vorgang nicht zu. `state` nennt den Zustand, `allowedTransitions` die Übergänge, die jetzt möglich sind.',
    },
    'guard-not-met': {
      title: 'Bedingung nicht erfüllt',
      description:
        'Die Ressource erfüllt eine Bedingung dieses Vorgangs nicht. `unmet` nennt die Felder, an denen es liegt.',
    },
    'version-retired': {
      title: 'Version entfernt',
      description:
        'Diese Version wurde entfernt. Bitte die Version benutzen, die `successor` nennt, oder eine andere aus `supportedVersions`.',
    },
    'operation-withdrawn': {
      title: 'Vorgang zurückgezogen',
      description:
        'Diese Version wird entfernt und bietet diesen Vorgang nicht mehr an. Bitte die Version benutzen, die `successor` nennt.',
    },
    'precondition-failed': {
      title: 'Vorbedingung nicht erfüllt',
      description:
        'Die Ressource ist nicht auf dem Stand, den If-Match oder If-None-Match verlangt. Bitte vor der Änderung neu lesen.',
    },
    'content-too-large': {
      title: 'Inhalt zu groß',
      description:
        'Der Inhalt ist größer, als dieser Dienst erlaubt. `limit` nennt die Obergrenze in Bytes.',
    },
    'uri-too-long': {
      title: 'Adresse zu lang',
      description:
        'Die Adresse ist länger, als dieser Dienst erlaubt. `limit` nennt die Obergrenze in Bytes.',
    },
    'unsupported-media-type': {
      title: 'Medientyp nicht unterstützt',
      description:
        'Dieser Vorgang nimmt den Medientyp oder die Kodierung des Inhalts nicht an. `accepted` nennt die möglichen.',
    },
    'expectation-failed': {
      title: 'Erwartung nicht erfüllbar',
      description: 'Im Kopffeld Expect unterstützt der Dienst nur 100-continue.',
    },
    'idempotency-key-reused': {
      title: 'Idempotenzschlüssel schon benutzt',
      description:
        'Der Idempotency-Key wurde schon mit einer anderen Anfrage gesendet. Eine neue Anfrage braucht einen neuen Schlüssel.',
    },
    'precondition-required': {
      title: 'Vorbedingung nötig',
      description: 'Eine Änderung braucht das Kopffeld If-Match mit dem ETag der Ressource.',
    },
    'quota-exceeded': {
      title: 'Zu viele Anfragen',
      description:
        'Der Client hat mehr Anfragen gesendet, als eine Regel erlaubt. `violated-policies` nennt sie; bitte nach `Retry-After` Sekunden wiederholen.',
    },
    'headers-too-large': {
      title: 'Kopffelder zu groß',
      description: 'Die Kopffelder sind zusammen größer, als dieser Dienst erlaubt.',
    },
    'internal-error': {
      title: 'Interner Fehler',
      description:
        'Der Dienst konnte eine gültige Anfrage nicht bearbeiten. Bitte dem Betreiber die `traceId` nennen.',
    },
    'not-implemented': {
      title: 'Nicht unterstützt',
      description: 'Der Dienst kennt diese Methode oder diese Übertragungskodierung nicht.',
    },
    'service-unavailable': {
      title: 'Vorübergehend nicht verfügbar',
      description:
        'Der Dienst oder ein System, das er braucht, ist gerade nicht verfügbar. Bitte nach `Retry-After` Sekunden wiederholen.',
    },
    'version-switched-off': {
      title: 'Version zurzeit abgeschaltet',
      description:
        'Diese Version wird entfernt und ist zu angekündigten Zeiten abgeschaltet, um ihre Clients zu warnen. `until` nennt den Zeitpunkt, ab dem sie wieder verfügbar ist, und `sunset` den Tag, an dem sie entfernt wird.',
    },
    'temporary-reduced-capacity': {
      title: 'Ausgelastet',
      description:
        'Der Dienst bearbeitet schon so viele Anfragen gleichzeitig, wie er kann. Diese Anfrage wurde nicht bearbeitet; bitte nach `Retry-After` Sekunden wiederholen.',
    },
    'http-version-not-supported': {
      title: 'HTTP-Version nicht unterstützt',
      description: 'Ohne TLS unterstützt der Dienst HTTP/1.1 und HTTP/1.0. HTTP/2 erfordert TLS.',
    },
  },
  details: {
    versionMissing: 'Die Anfrage nennt keine Version, und es ist keine voreingestellt.',
    versionUnknown: 'Es gibt keine Version mit diesem Namen.',
    versionAmbiguous: 'Die Anfrage nennt mehrere Versionen.',
    featureUnknown: 'Es gibt keine Funktion mit diesem Namen.',
    featureMissing: 'Eine der Funktionen setzt eine andere voraus, die die Anfrage nicht verlangt.',
    featureConflict: 'Zwei der Funktionen schließen einander aus.',
    credentialMissing: (headers) =>
      `Die Anfrage enthält keine gültigen Zugangsdaten. Sie gehören in das Kopffeld ${headers.join(' oder ')}.`,
    contentRange: 'PUT nimmt kein Content-Range an.',
    bodyCoding: 'Die Kodierung des Inhalts wird nicht unterstützt.',
    bodyType:
      'Content-Type fehlt oder nennt einen Typ oder Parameter, den dieser Vorgang nicht annimmt.',
    bodyCharset: 'Der Inhalt muss UTF-8 sein.',
    bodyMissing: 'Ein Inhalt ist nötig.',
    bodyNotUtf8: 'Der Inhalt ist kein UTF-8.',
    queryEncoding: 'Die Abfrage ist kein prozentkodiertes UTF-8.',
    queryNul: 'Die Abfrage enthält ein NUL-Zeichen.',
    pathEncoding: 'Der Pfad ist kein prozentkodiertes UTF-8.',
    entityTags:
      'If-Match und If-None-Match müssen Entity-Tags in Anführungszeichen oder * enthalten.',
    hosts: 'Eine Anfrage muss genau ein Kopffeld Host enthalten.',
    host: 'Das Kopffeld Host muss einen Host enthalten, wahlweise mit Port.',
    fragment: 'Die Adresse enthält ein Fragment.',
    asterisk: 'Die Adresse * ist nur mit OPTIONS möglich.',
    transferCoding: 'Die einzige unterstützte Übertragungskodierung ist chunked.',
    idempotencyKeyMissing: 'Diese Anfrage braucht das Kopffeld Idempotency-Key.',
    idempotencyKeyForm:
      'Idempotency-Key muss einen Text aus 1 bis 255 druckbaren ASCII-Zeichen in Anführungszeichen enthalten.',
    idempotencyKeyReused:
      'Der Schlüssel wurde schon mit einem anderen Inhalt oder einer anderen Adresse gesendet.',
    idempotencyKeyInFlight: 'Die erste Anfrage mit diesem Schlüssel wird noch bearbeitet.',
    foreignForm:
      'Das Formular kommt nicht von einer Seite dieses Dienstes, oder seine Sitzung ist beendet. Bitte die Seite neu laden und das Formular noch einmal senden.',
    transitionNotAllowed: (transition, state) =>
      `\`${transition}\` ist im Zustand \`${state}\` nicht möglich.`,
    patchConflict: (index, operation) =>
      `Operation ${String(index)} des Patches (${operation}) lässt sich auf die Ressource nicht anwenden. Es wurde nichts geändert.`,
  },
  body: {
    byteOrderMark: 'beginnt mit einer Byte-Reihenfolge-Markierung (BOM)',
    duplicateName: 'hat denselben Namen zweimal in einem Objekt',
    surrogate: 'enthält ein unvollständiges Surrogatpaar',
    nul: 'enthält ein NUL-Zeichen',
    number: 'enthält eine zu große Zahl',
    wholeNumber: 'enthält eine ganze Zahl jenseits von 2^53, die Stellen verlieren würde',
    invalidJson: 'ist kein gültiges JSON',
    invalidXml: 'ist kein wohlgeformtes XML',
    doctype: 'hat eine Dokumenttyp-Deklaration, die nicht erlaubt ist',
    attribute: 'hat ein Attribut, das nicht unterstützt wird',
    mixedContent: 'hat Text zwischen Elementen',
    elementsInJson: 'hat Elemente im Text eines JSON-Werts',
    root: (name) => `muss das Wurzelelement ${name} haben`,
    repeated: (name) => `hat das Element ${name} zweimal`,
    depth: (levels) => `ist tiefer als ${String(levels)} Ebenen geschachtelt`,
    document: (type) =>
      `muss ein JSON:API-Dokument mit einem Ressourcenobjekt vom Typ ${type} sein`,
    resourceType: (type) => `muss vom Typ ${type} sein`,
    identifier: 'muss die id der Ressource unter dieser Adresse haben',
    clientIdentifier: 'darf keine id haben, weil der Dienst sie vergibt',
    refused: (reason) => `Der Inhalt ${reason}.`,
  },
  violations: {
    required: 'fehlt',
    unknownMember: 'ist kein Feld dieser Ressource',
    unknownParameter: 'ist hier kein Parameter',
    readOnly: 'wird vom Dienst gesetzt',
    immutable: 'kann nicht geändert werden',
    notPermitted: 'darf dieser Aufrufer nicht auf diesen Wert setzen',
    unique: 'ist schon vergeben',
    reference: 'verweist auf eine Ressource, die es nicht gibt',
    uniqueItems: 'darf keinen Eintrag zweimal enthalten',
    maxBytes: 'enthält zu viele Bytes',
    jsonLength: 'ist als JSON-Text zu lang',
    depth: (levels) => `wäre tiefer als ${String(levels)} Ebenen geschachtelt`,
    decimal:
      'muss eine Dezimalzahl als Text sein, etwa "12.50", mit nicht mehr Stellen als erlaubt',
    long: 'muss eine ganze Zahl als Text sein, etwa "42"',
    duration:
      'muss eine Dauer nach ISO 8601 sein, höchstens auf Millisekunden genau und mit höchstens 999.999.999 Jahren und 999.999.999 Tagen, etwa "PT15M" oder "PT0.5S"',
    character: 'enthält ein Steuerzeichen, das XML nicht darstellen kann',
    converted: (rule) => `wird jetzt in anderer Form gespeichert: Damit gilt „${rule}“`,
    other: 'ist nicht gültig',
    repeated: 'darf nicht wiederholt werden',
    sortForm: 'muss `feld,asc` oder `feld,desc` sein',
    identifier: 'muss eine UUID in Kleinbuchstaben sein',
    cursor: 'ist kein Cursor dieser Liste mit diesen Filtern und dieser Sortierung',
    cursorAndPage: 'ist nicht zusammen mit einer Seitennummer möglich',
    enum: (values) => `muss einer dieser Werte sein: ${list(values)}`,
    type: (types) => `muss vom Typ ${types.join(' oder ')} sein`,
    minimum: (limit) => `muss >= ${String(limit)} sein`,
    maximum: (limit) => `muss <= ${String(limit)} sein`,
    exclusiveMinimum: (limit) => `muss > ${String(limit)} sein`,
    exclusiveMaximum: (limit) => `muss < ${String(limit)} sein`,
    multipleOf: (factor) => `muss ein Vielfaches von ${String(factor)} sein`,
    minLength: (limit) => `muss mindestens ${String(limit)} Zeichen haben`,
    maxLength: (limit) => `darf höchstens ${String(limit)} Zeichen haben`,
    minItems: (limit) => `muss mindestens ${String(limit)} Einträge haben`,
    maxItems: (limit) => `darf höchstens ${String(limit)} Einträge haben`,
    pattern: (pattern) => `muss dem Muster ${pattern} entsprechen`,
    format: (name) => `muss das Format ${name} haben`,
    wholeNumber: (minimum, maximum) =>
      `muss eine ganze Zahl von ${String(minimum)} bis ${String(maximum)} sein`,
    maxValues: (limit) => `nimmt höchstens ${String(limit)} Werte an`,
    sortMember: (members) => `muss eines dieser Felder nennen: ${members.join(', ')}`,
    sortTwice: (member) => `darf ${member} nicht zweimal nennen`,
  },
  pages: {
    status: 'Status',
    code: 'Code',
    trace: 'Trace-ID',
    faults: 'Was nicht stimmt',
    none: 'keine Angabe',
    yes: 'ja',
    no: 'nein',
    first: 'Erste',
    previous: 'Vorige',
    next: 'Nächste',
    last: 'Letzte',
    empty: 'Hier ist nichts.',
    parent: 'Übergeordnet',
    documentation: 'Dokumentation',
    possible: 'Jetzt möglich',
    more: 'Mehr',
    signIn: 'Anmelden',
    signInHint:
      'Ein API-Schlüssel öffnet diese Seiten in diesem Browser, für höchstens acht Stunden.',
    signOut: 'Abmelden',
    apiKey: 'API-Schlüssel',
    version: 'Version',
    entries: (count) => (count === 1 ? '1 Eintrag' : `${String(count)} Einträge`),
    page: (number, pages) =>
      pages === undefined
        ? `Seite ${String(number)}`
        : `Seite ${String(number)} von ${String(pages)}`,
    total: (count) => `${String(count)} insgesamt`,
  },
};
