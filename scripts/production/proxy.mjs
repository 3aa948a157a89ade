import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runServer } from './run-server.mjs';

const examples = join(import.meta.dirname, '../../examples/deploy');

// The files of the examples, with other addresses: the day tries them as they are.
const withPorts = (text, port, ports) =>
  ports.reduce(
    (config, one, n) => config.replaceAll(`127.0.0.1:300${n + 1}`, `127.0.0.1:${one}`),
    text
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`),
  );

/** HAProxy with `examples/deploy/haproxy.cfg`. */
export const startHaproxy = async ({ command, port, ports, folder }) => {
  const file = join(folder, 'haproxy.cfg');
  const config = await readFile(join(examples, 'haproxy.cfg'), 'utf8');
  await writeFile(file, withPorts(config, port, ports));
  return runServer({ name: 'haproxy', command, args: ['-db', '-f', file], port, folder });
};

/** nginx with `examples/deploy/nginx.conf`. */
export const startNginx = async ({ command, port, ports, folder }) => {
  const file = join(folder, 'nginx.conf');
  const site = join(folder, 'site.conf');
  const config = await readFile(join(examples, 'nginx.conf'), 'utf8');
  await writeFile(site, withPorts(config, port, ports));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/nginx-${kind};`,
  );
  await mkdir(join(folder, 'logs'), { recursive: true });
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${paths.join(' ')} include ${site}; }\n`,
  );
  return runServer({
    name: 'nginx',
    command,
    args: ['-p', folder, '-e', 'stderr', '-c', file],
    port,
    folder,
  });
};
