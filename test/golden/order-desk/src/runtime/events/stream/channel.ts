import type { Delivery } from '../description/channels.ts';

/** Server-sent events. */
export const streamDelivery: Delivery = {
  channels({ version, events, strategy, title }) {
    const { server = strategy.basePath ?? '' } = strategy.describe(version);
    return [
      {
        name: 'stream',
        title: title('server-sent events'),
        address: strategy.link(version, '/events').slice(server.length),
        description:
          'Server-sent events (WHATWG HTML, section 9.2): `id` is that of the event, `event` its type and `data` the message. `Last-Event-ID` resumes.',
        servers: ['http'],
        events,
        operationBindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
      },
    ];
  },
};
