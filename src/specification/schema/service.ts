import { closed, text } from './building.ts';
import { integrity, kebabCase, oneLine, semanticVersion, webAddress } from './forms.ts';
import { Type } from './type.ts';

const kit = closed(
  {
    kit: text(
      300,
      {
        description:
          'Where the kit is: the name of one that comes with the generator, of an npm package, or a directory such as ../kits/acme, seen from this file.',
        examples: ['public-api', '@acme/service-kit'],
      },
      oneLine,
    ),
    version: text(100, { description: 'The version of the kit that holds here.' }, semanticVersion),
    integrity: text(
      60,
      {
        description:
          'The SHA-256 of the kit and of those that it extends. The generator writes it and refuses a kit with another one.',
      },
      integrity,
    ),
  },
  { description: 'One starter kit at one version.' },
);

const contact = closed(
  {
    name: Type.Optional(
      text(100, { description: 'Who answers for the service: a team or a person.' }),
    ),
    email: Type.Optional(
      Type.String({ format: 'email', maxLength: 254, description: 'Where to write to them.' }),
    ),
    url: Type.Optional(text(2048, { description: 'Where to read about them.' }, webAddress)),
  },
  {
    description:
      'Who to ask about the service; shown in the OpenAPI document and the home document.',
  },
);

export const service = closed(
  {
    name: text(
      60,
      {
        description:
          'Name of the service, in lower-case words joined by hyphens. It becomes the package name, the directory and the name in logs.',
        examples: ['order-desk'],
      },
      kebabCase,
    ),
    title: Type.Optional(
      text(100, {
        description:
          'Name as people read it. Left out: made from the name, "order-desk" is "Order Desk".',
      }),
    ),
    vendor: Type.Optional(
      text(
        60,
        {
          description:
            'Who publishes the interface. It names media types (application/vnd.VENDOR…), event types and authentication realms. Left out: the name of the service.',
          examples: ['acme'],
        },
        kebabCase,
      ),
    ),
    purpose: Type.Optional(
      text(2000, { description: 'What the service does and for whom, in a sentence or two.' }),
    ),
    domain: Type.Optional(
      text(200, { description: 'The field it belongs to, such as "retail logistics".' }),
    ),
    baseUrl: Type.Optional(
      text(
        2048,
        {
          description:
            'Public address of the service without the version, as clients see it. Its path is in front of every link; a proxy may take it away from requests, or pass it on. Left out: links are relative to the host that was asked.',
          examples: ['https://api.acme.example', 'https://acme.example/desk'],
        },
        webAddress,
      ),
    ),
    contact: Type.Optional(contact),
    license: Type.Optional(
      text(
        100,
        {
          description: 'Licence of the interface: an SPDX identifier or a name.',
          examples: ['Apache-2.0'],
        },
        oneLine,
      ),
    ),
    kits: Type.Optional(
      Type.Array(kit, {
        minItems: 1,
        maxItems: 10,
        description:
          'Starter kits, whose defaults and locked values hold here, a later one before an earlier one. resource-service --kit adds one, and resource-service kit upgrade raises it.',
      }),
    ),
  },
  { description: 'What the service is: its name and how it presents itself.' },
);
