import { describe, expect, it } from 'vitest';
import { createCommentPort } from './comment-port.ts';
import type { NewComment } from './comments.ts';

type Dependencies = Parameters<typeof createCommentPort>[0];
type Sent = { text: string; key: string | undefined; snapshot: string | null };

/** Port whose server answers while `isUp`, with a record of the requests. */
function open() {
  const server = { isUp: true, sent: [] as Sent[], pictures: 0 };
  const dependencies = {
    client: {
      call: async (
        _name: string,
        { body }: { body: { text: string; snapshot: string | null } },
        { headers }: { headers: Record<string, string> },
      ) => {
        server.sent.push({ text: body.text, key: headers['Idempotency-Key'], snapshot: body.snapshot });
        if (!server.isUp) {
          throw new Error('The network is gone');
        }
        return {};
      },
    },
    upload: async () => {
      server.pictures += 1;
      return { '@id': `/api/assets/${server.pictures}` };
    },
  } as unknown as Dependencies;
  const port = createCommentPort(dependencies, 'scene');
  const say = async (text: string, { isUp = true, picture = null as NewComment['picture'] } = {}) => {
    server.isUp = isUp;
    await port.create({ text, mentions: [], parent: null, anchor: null, picture }).catch(() => undefined);
    return server.sent.at(-1)?.key;
  };
  return { server, say };
}

describe('a sent comment without a response', () => {
  it('keeps its idempotency key and its image after other comments are sent', async () => {
    const { server, say } = open();
    const picture = new Blob(['view'], { type: 'image/webp' });
    const key = await say('A', { isUp: false, picture });
    await say('B', { isUp: false });
    await say('C');
    expect(await say('A', { picture })).toBe(key);
    expect(server.sent.at(-1)?.snapshot).toBe('/api/assets/1');
    expect(server.pictures).toBe(1);
  });

  it('gets a new key after a response, and with another image', async () => {
    const { say } = open();
    const key = await say('A', { isUp: false });
    expect(await say('A', { isUp: false, picture: new Blob(['view']) })).not.toBe(key);
    expect(await say('A')).toBe(key);
    expect(await say('A')).not.toBe(key);
  });

  it('is forgotten after twenty other comments without a response', async () => {
    const { say } = open();
    const keys = [];
    for (let number = 0; number < 21; number += 1) {
      keys.push(await say(`${number}`, { isUp: false }));
    }
    expect(await say('1')).toBe(keys[1]);
    expect(await say('0')).not.toBe(keys[0]);
  });
});
