import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

// Some plugins create their client of Stripe themselves and cannot be given another host. This sends its requests to the
// local server, and refuses all others: a scenario must not reach the network.
const fake = new URL(process.env.FAKE_URL);

https.request = (options, ...rest) => {
  const host = options.host ?? options.hostname;
  if (host !== 'api.stripe.com') throw new Error(`a scenario may not call ${host}`);
  const { agent: _agent, ...others } = options;
  const request = http.request(
    { ...others, protocol: 'http:', host: fake.hostname, hostname: fake.hostname, port: fake.port },
    ...rest,
  );
  // Older clients write the body when the connection has become secure.
  request.once('socket', (socket) => {
    socket.once('connect', () => {
      socket.emit('secureConnect');
    });
  });
  return request;
};
syncBuiltinESMExports();
