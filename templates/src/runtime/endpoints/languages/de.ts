import type { Texts } from './texts.ts';

const list = (values: readonly unknown[]) =>
  values.map((value) => JSON.stringify(value)).join(', ');

export const de: Texts = {
  language: 'de',
  problems: {
    'malformed-request': {
      title: 'Fehlerhafte Anfrage',
      description:
        'Die Anfragezeile, ein Kopffeld oder die Kodierung der Adresse ist kein gültiges HTTP.',
    },
    'malformed-body': {
      title: 'Fehlerhafter Inhalt',
      description: 'Der Inhalt ist kein gültiges Dokument des Typs, den Content-Type nennt.',
    },
    'validation-failed': {
      title: 'Prüfung fehlgeschlagen',
      description:
        'Die Anfrage ist richtig aufgebaut, ihre Werte verletzen aber mindestens eine Regel. `errors` nennt jeden Verstoß und seine Stelle.',
    },
    'unknown-parameter': {
      title: 'Unbekannter Parameter',
      description:
        'Die Adresse enthält einen Parameter, den dieser Vorgang nicht kennt. `allowed` nennt die bekannten.',
    },
    'idempotency-key-invalid': {
      title: 'Idempotenzschlüssel fehlt oder ist fehlerhaft',
      description:
        'Das Kopffeld Idempotency-Key enthält einen Text aus 1 bis 255 druckbaren ASCII-Zeichen in Anführungszeichen.',
    },
    'ambiguous-credentials': {
      title: 'Mehr als eine Anmeldung',
      description:
        'Die Anfrage enthält mehrere Anmeldedaten, und es ist nicht klar, welche gelten. Senden Sie nur eine davon.',
    },
    'credential-in-address': {
      title: 'Anmeldedaten in der Adresse',
      description:
        'Die Adresse der Anfrage enthält Anmeldedaten. Adressen gelangen in Protokolle: Ziehen Sie diese Anmeldedaten zurück und senden Sie andere in einem Kopffeld.',
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
        'Die Anfrage kam im Klartext, wo andere auf dem Weg sie lesen konnten: sie muss über https gesendet werden, und mit neuen Zugangsdaten, falls sie welche enthielt. Für den Betreiber des Dienstes: `TLS_CERT_FILE` und `TLS_KEY_FILE` setzen, oder in `TRUSTED_PROXIES` den Proxy nennen, der für den Dienst TLS spricht, und ihn `X-Forwarded-Proto: https` senden lassen.',
    },
    'version-closed': {
      title: 'Für neue Clients geschlossen',
      description:
        'Diese Version nimmt keine Clients an, die sie noch nicht benutzt haben, weil sie entfernt wird. Die Version, die `successor` nennt, steht ihnen offen.',
    },
    'not-found': {
      title: 'Nicht gefunden',
      description:
        'Unter dieser Adresse gibt es nichts, oder nichts, das dieser Aufrufer sehen darf.',
    },
    'invalid-version': {
      title: 'Ungültige Version',
      description:
        'Die Anfrage sagt nicht oder nicht eindeutig, für welche Version dieser Schnittstelle sie gedacht ist. `supportedVersions` nennt die möglichen.',
    },
    'invalid-features': {
      title: 'Ungültige Funktionen',
      description:
        'Die Anfrage verlangt Funktionen, die es nicht oder nicht zusammen gibt. `supportedFeatures` nennt die vorhandenen.',
    },
    'feature-withdrawn': {
      title: 'Zurückgezogene Funktion',
      description:
        'Die Anfrage verlangt Funktionen, die nicht mehr angeboten werden. `withdrawn` nennt sie.',
    },
    'misdirected-request': {
      title: 'Fehlgeleitete Anfrage',
      description:
        'Die Anfrage nennt einen Host, der nicht dieser Dienst ist. Sie gehört zu dem Host, für den sie gedacht ist.',
    },
    'unknown-version': {
      title: 'Unbekannte Version',
      description:
        'Die Adresse nennt keine Version dieser Schnittstelle. `supportedVersions` nennt die möglichen.',
    },
    'method-not-allowed': {
      title: 'Methode nicht angeboten',
      description:
        'Die Ressource gibt es, aber sie bietet diese Methode nicht an. Das Kopffeld Allow nennt die angebotenen.',
    },
    'not-acceptable': {
      title: 'Keine annehmbare Darstellung',
      description:
        'Keiner der Medientypen, die Accept zulässt, kann geliefert werden. `available` nennt die möglichen.',
    },
    'version-read-only': {
      title: 'Version nur noch lesbar',
      description:
        'Diese Version wird entfernt und nimmt keine Änderungen mehr an. `sunset` sagt, wann sie endet; Änderungen nimmt die Version an, die `successor` nennt.',
    },
    'request-timeout': {
      title: 'Zeit für die Anfrage abgelaufen',
      description: 'Die Anfrage kam nicht rechtzeitig an.',
    },
    conflict: {
      title: 'Konflikt',
      description:
        'Die Ressource wurde geändert, während die Anfrage ausgeführt wurde. Bitte neu lesen und die Anfrage wiederholen.',
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
        'Eine Anfrage mit demselben Idempotency-Key wird gerade ausgeführt. Bitte wiederholen, wenn sie beantwortet ist.',
    },
    'identity-conflict': {
      title: 'Andere Ressource',
      description:
        'Der Inhalt nennt einen anderen Typ oder eine andere Kennung als die der Ressource unter dieser Adresse.',
    },
    'transition-not-allowed': {
      title: 'In diesem Zustand nicht möglich',
      description:
        'Der Zustand der Ressource lässt das nicht zu. `state` nennt ihn, `allowedTransitions` zählt auf, was jetzt möglich ist.',
    },
    'guard-not-met': {
      title: 'Bedingung nicht erfüllt',
      description:
        'Die Ressource erfüllt eine Bedingung nicht, die dafür gilt. `unmet` nennt die Felder, an denen es liegt.',
    },
    'version-retired': {
      title: 'Version entfernt',
      description:
        'Diese Version gibt es nicht mehr. `successor` nennt die nächste, `supportedVersions` zählt alle auf, die benutzt werden können.',
    },
    'operation-withdrawn': {
      title: 'Operation zurückgezogen',
      description:
        'Diese Version bietet die Operation nicht mehr an, weil sie selbst entfernt wird. Die Version, die `successor` nennt, ist die nächste.',
    },
    'precondition-failed': {
      title: 'Vorbedingung nicht erfüllt',
      description:
        'Die Ressource ist nicht in dem Zustand, den If-Match oder If-None-Match verlangt. Bitte vor der Änderung neu lesen.',
    },
    'content-too-large': {
      title: 'Inhalt zu groß',
      description:
        'Der Inhalt ist größer, als dieser Dienst annimmt. `limit` sagt, wie viele Bytes er haben darf.',
    },
    'uri-too-long': {
      title: 'Adresse zu lang',
      description:
        'Die Adresse ist länger, als dieser Dienst annimmt. `limit` sagt, wie viele Bytes sie haben darf.',
    },
    'unsupported-media-type': {
      title: 'Medientyp nicht unterstützt',
      description:
        'Der Inhalt hat einen Typ oder eine Kodierung, die dieser Vorgang nicht annimmt. `accepted` nennt die möglichen.',
    },
    'expectation-failed': {
      title: 'Erwartung nicht erfüllbar',
      description: 'Das Kopffeld Expect verlangt etwas anderes als 100-continue.',
    },
    'idempotency-key-reused': {
      title: 'Idempotenzschlüssel schon benutzt',
      description:
        'Der Idempotency-Key wurde schon mit einer anderen Anfrage gesendet. Eine neue Anfrage braucht einen neuen.',
    },
    'precondition-required': {
      title: 'Vorbedingung nötig',
      description:
        'Eine Änderung muss in If-Match sagen, für welchen Zustand der Ressource sie gedacht ist.',
    },
    'quota-exceeded': {
      title: 'Zu viele Anfragen',
      description:
        'Es kamen mehr Anfragen, als eine Regel erlaubt. `violated-policies` nennt sie; bitte nach `Retry-After` Sekunden wiederholen.',
    },
    'headers-too-large': {
      title: 'Kopffelder zu groß',
      description: 'Die Kopffelder zusammen sind größer, als dieser Dienst annimmt.',
    },
    'internal-error': {
      title: 'Interner Fehler',
      description:
        'Der Dienst konnte eine gültige Anfrage nicht ausführen. Bitte dem Betreiber die `traceId` nennen.',
    },
    'not-implemented': {
      title: 'Nicht vorhanden',
      description: 'Der Dienst kennt diese Methode oder diese Übertragungskodierung nicht.',
    },
    'service-unavailable': {
      title: 'Vorübergehend nicht verfügbar',
      description:
        'Der Dienst, oder etwas, das er braucht, kann gerade nicht antworten. Bitte nach `Retry-After` Sekunden wiederholen.',
    },
    'version-switched-off': {
      title: 'Version zurzeit abgeschaltet',
      description:
        'Diese Version wird entfernt und ist zu angekündigten Zeiten abgeschaltet, damit es niemand übersieht. `until` sagt, bis wann, und `sunset`, wann sie endgültig endet.',
    },
    'temporary-reduced-capacity': {
      title: 'Ausgelastet',
      description:
        'Der Dienst bearbeitet so viele Anfragen, wie er kann. Für diese wurde nichts getan; bitte nach `Retry-After` Sekunden wiederholen.',
    },
    'http-version-not-supported': {
      title: 'HTTP-Version nicht unterstützt',
      description:
        'Anfragen in Textform sind von HTTP/1.1 oder HTTP/1.0. HTTP/2 beginnt mit einem TLS-Handschlag, wo der Dienst TLS spricht.',
    },
  },
  details: {
    versionMissing:
      'Die Anfrage nennt keine Version, und für Anfragen ohne Version ist keine festgelegt.',
    versionUnknown: 'Es gibt keine Version dieses Namens.',
    versionAmbiguous: 'Die Anfrage nennt mehr als eine Version.',
    featureUnknown: 'Es gibt keine Funktion dieses Namens.',
    featureMissing: 'Eine der Funktionen braucht eine andere, die nicht verlangt wird.',
    featureConflict: 'Zwei der Funktionen schließen einander aus.',
    credentialMissing: (headers) =>
      `Die Anfrage enthält keine gültigen Zugangsdaten. Sie gehören in das Kopffeld ${headers.join(' oder ')}.`,
    contentRange: 'PUT nimmt kein Content-Range an.',
    bodyCoding: 'Der Inhalt ist in einer Kodierung gesendet, die nicht unterstützt wird.',
    bodyType:
      'Content-Type fehlt oder nennt einen Typ oder Parameter, den dieser Vorgang nicht annimmt.',
    bodyCharset: 'Der Inhalt muss UTF-8 sein.',
    bodyMissing: 'Ein Inhalt ist nötig.',
    bodyNotUtf8: 'Der Inhalt ist kein UTF-8.',
    queryEncoding: 'Die Abfrage ist kein prozentkodiertes UTF-8.',
    queryNul: 'Die Abfrage enthält ein NUL-Zeichen.',
    pathEncoding: 'Der Pfad ist kein prozentkodiertes UTF-8.',
    entityTags: 'If-Match und If-None-Match enthalten Entity-Tags in Anführungszeichen oder *.',
    hosts: 'Eine Anfrage braucht genau ein Kopffeld Host.',
    host: 'Das Kopffeld Host nennt keinen Rechner mit oder ohne Port.',
    fragment: 'Die Adresse enthält ein Fragment.',
    asterisk: 'Den Server als Ganzes kann nur OPTIONS ansprechen.',
    transferCoding: 'Die einzige Übertragungskodierung ist chunked.',
    idempotencyKeyMissing: 'Diese Anfrage braucht das Kopffeld Idempotency-Key.',
    idempotencyKeyForm:
      'Idempotency-Key enthält einen Text aus 1 bis 255 druckbaren ASCII-Zeichen in Anführungszeichen.',
    idempotencyKeyReused:
      'Der Schlüssel wurde schon mit einem anderen Inhalt oder einer anderen Adresse gesendet.',
    idempotencyKeyInFlight: 'Die erste Anfrage mit diesem Schlüssel ist noch nicht beantwortet.',
    foreignForm:
      'Das Formular kam nicht von einer Seite dieses Dienstes, oder seine Sitzung ist beendet. Die Seite neu laden und noch einmal senden.',
    transitionNotAllowed: (transition, state) =>
      `\`${transition}\` ist im Zustand \`${state}\` nicht möglich.`,
    patchConflict: (index, operation) =>
      `Schritt ${String(index)} des Patches (${operation}) passt nicht zur Ressource, wie sie ist. Es wurde nichts geändert.`,
  },
  body: {
    byteOrderMark: 'beginnt mit einer Bytereihenfolge-Marke',
    duplicateName: 'hat denselben Namen zweimal in einem Objekt',
    surrogate: 'enthält ein halbes Surrogatpaar',
    nul: 'enthält ein NUL-Zeichen',
    number: 'enthält eine zu große Zahl',
    wholeNumber: 'enthält eine ganze Zahl jenseits von 2^53, die nicht genau erhalten bliebe',
    invalidJson: 'ist kein gültiges JSON',
    invalidXml: 'ist kein wohlgeformtes XML',
    doctype: 'hat eine Dokumenttyp-Deklaration, die nicht angenommen wird',
    attribute: 'hat ein Attribut, das hier nichts bedeutet',
    mixedContent: 'hat Text zwischen Elementen',
    elementsInJson: 'hat Elemente im Text eines JSON-Werts',
    root: (name) => `muss das Wurzelelement ${name} haben`,
    repeated: (name) => `hat das Element ${name} zweimal`,
    depth: (levels) => `ist tiefer als ${String(levels)} Ebenen geschachtelt`,
    document: (type) =>
      `muss ein JSON:API-Dokument mit einem Ressourcenobjekt vom Typ ${type} sein`,
    resourceType: (type) => `muss vom Typ ${type} sein`,
    identifier: 'muss die id der Ressource unter dieser Adresse haben',
    clientIdentifier: 'darf keine id haben: der Dienst wählt sie',
    refused: (reason) => `Der Inhalt ${reason}.`,
  },
  violations: {
    required: 'fehlt',
    unknownMember: 'ist kein Feld dieser Ressource',
    unknownParameter: 'ist hier kein Parameter',
    readOnly: 'wird vom Dienst gesetzt',
    immutable: 'kann nicht geändert werden',
    notPermitted: 'dürfen Sie so nicht setzen',
    unique: 'ist schon vergeben',
    reference: 'verweist ins Leere',
    uniqueItems: 'darf keinen Eintrag zweimal enthalten',
    maxBytes: 'enthält zu viele Bytes',
    jsonLength: 'ist als JSON-Text zu lang',
    depth: (levels) => `wäre tiefer als ${String(levels)} Ebenen geschachtelt`,
    decimal:
      'muss eine Dezimalzahl als Text sein, etwa "12.50", mit nicht mehr Stellen als erlaubt',
    long: 'muss eine ganze Zahl als Text sein, etwa "42"',
    duration:
      'muss eine Dauer nach ISO 8601 sein, höchstens auf Millisekunden genau und mit höchstens 999.999.999 Jahren und 999.999.999 Tagen, etwa "PT15M" oder "PT0.5S"',
    character: 'enthält ein Steuerzeichen, das XML nicht tragen kann',
    other: 'ist nicht gültig',
    repeated: 'darf nicht wiederholt werden',
    sortForm: 'muss `feld,asc` oder `feld,desc` sein',
    identifier: 'muss eine UUID in Kleinbuchstaben sein',
    cursor: 'ist kein Cursor dieser Liste mit diesen Filtern und dieser Sortierung',
    cursorAndPage: 'schließt eine Seitennummer aus',
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
