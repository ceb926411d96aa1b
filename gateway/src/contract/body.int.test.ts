import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { useHarness } from '../test/harness.ts';

describe('a request body', () => {
  const harness = useHarness();

  /** Sends the text unchanged and then nothing more. @returns the response. */
  const send = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(harness.url).port), '127.0.0.1');
      let answer = '';
      socket.setEncoding('latin1').on('data', (part: string) => {
        answer += part;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(answer));
      socket.end(text);
    });

  it.each([
    ['with a Content-Length', 'Content-Length: 100\r\n\r\n{"email":"a@people.test",'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n19\r\n{"email":"a@people'],
    ['in malformed chunks', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}'],
  ])('%s that is cut off gets 400 and logs no store failure', async (_how, rest) => {
    const told = vi.spyOn(harness.deps.logger, 'warn');
    const failed = vi.spyOn(harness.deps.logger, 'error');
    const answer = await send(
      `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${rest}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    // The next request is answered after the torn one was dealt with.
    expect((await harness.call('GET', '/api/health')).status).toBe(200);
    const lines = [...told.mock.calls, ...failed.mock.calls].map(([, message]) => message);
    expect(lines).not.toContain('store unavailable');
    expect(lines).not.toContain('slow or failed request');
    expect(failed).not.toHaveBeenCalled();
    told.mockRestore();
    failed.mockRestore();
  });
});
