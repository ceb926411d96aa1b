import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves another site that contains an embed, on a separate origin. */
export async function startHost(embedUrl: string): Promise<{ server: Server; url: string }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Shop</title><iframe src="${embedUrl}" width="640" height="360"></iframe>
      <script>
        window.heard = [];
        addEventListener('message', ({ data, source }) => source === frames[0] && heard.push(data));
        window.say = (message) => frames[0].postMessage({ diorama: 1, ...message }, '*');
      </script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
