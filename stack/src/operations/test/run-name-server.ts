import { createSocket } from 'node:dgram';

/**
 * Answers each name with the given IPv4 addresses, at the address of Docker's name server:
 * `node run-name-server.ts <address>…`. Format of the messages: RFC 1035, section 4.
 */
const addresses = process.argv.slice(2);
const HEADER_BYTES = 12;
const TYPE_A = 1;
const TTL_S = 1;

function answer(query: Buffer): Buffer {
  let end = HEADER_BYTES;
  while (query[end] !== 0) {
    end += (query[end] ?? 0) + 1;
  }
  const question = query.subarray(HEADER_BYTES, end + 5);
  const found = query.readUInt16BE(end + 1) === TYPE_A ? addresses : [];
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  // An authoritative answer without an error.
  header.writeUInt16BE(0x8580, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  const records = found.map((address) => {
    const record = Buffer.alloc(16);
    // A pointer to the name of the question.
    record.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
    record.writeUInt16BE(TYPE_A, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(TTL_S, 6);
    record.writeUInt16BE(4, 10);
    Buffer.from(address.split('.').map(Number)).copy(record, 12);
    return record;
  });
  return Buffer.concat([header, question, ...records]);
}

const socket = createSocket('udp4');
socket.on('message', (query, { port, address }) => socket.send(answer(query), port, address));
socket.bind(53, '127.0.0.11');
