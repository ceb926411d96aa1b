import { connect, createServer, type Socket } from 'node:net';

/**
 * Forwards TCP connections slowly: `node run-slow-link.ts <port> <host> <port> <delay ms> <loss %>`. A lost packet is
 * one that arrives a retransmission later, as TCP shows it to its users; all that follows it waits.
 */
const [port = '', host = '', target = '', delay = '0', loss = '0'] = process.argv.slice(2);
const RETRANSMISSION_MS = 400;

function forward(from: Socket, to: Socket): void {
  let readyAt = 0;
  const pass = (send: () => void) => {
    const isLost = Math.random() * 100 < Number(loss);
    readyAt = Math.max(readyAt, Date.now() + Number(delay) + (isLost ? RETRANSMISSION_MS : 0));
    setTimeout(send, readyAt - Date.now());
  };
  from.on('data', (chunk) => pass(() => !to.destroyed && to.write(chunk)));
  from.on('end', () => pass(() => to.end()));
  from.on('close', () => pass(() => to.destroy()));
  // The close event that follows handles the error.
  from.on('error', () => undefined);
}

const server = createServer({ allowHalfOpen: true }, (caller) => {
  const other = connect({ host, port: Number(target), allowHalfOpen: true });
  forward(caller, other);
  forward(other, caller);
});
server.listen(Number(port), '127.0.0.1');
