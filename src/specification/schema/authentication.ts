import { standards } from './standards.ts';
import { Type } from 'typebox';
import { closed, oneOf, text } from './building.ts';
import { headerName } from './forms.ts';

export const authentication = closed(
  {
    mechanisms: Type.Optional(
      Type.Array(
        oneOf(['api-key', 'none'], {
          description: 'api-key: clients send a key in a header. none: anyone may do anything.',
        }),
        {
          minItems: 1,
          maxItems: 1,
          default: [standards.mechanism],
          description: 'How clients say who they are.',
        },
      ),
    ),
    apiKey: Type.Optional(
      closed(
        {
          header: Type.Optional(
            text(
              64,
              { description: 'The header that carries the key.', default: standards.apiKeyHeader },
              headerName,
            ),
          ),
        },
        { description: 'Settings of the mechanism api-key.' },
      ),
    ),
  },
  { description: 'Who may call the service.' },
);
