import { expect, test } from 'vitest';
import { createMergedLog } from './log.ts';

function setUp(useColour: boolean) {
  let text = '';
  const log = createMergedLog({
    useColour,
    write: (part) => {
      text += part;
    },
    now: () => new Date('2030-01-01T10:20:30Z'),
  });
  return { log, text: () => text };
}

test('a JSON line becomes its message and fields', () => {
  const { log, text } = setUp(false);
  log.line(
    'gateway',
    '{"level":"warn","time":"2030-01-01T01:02:03.004Z","msg":"slow","ms":1200,"path":"/api"}',
  );
  expect(text()).toBe('01:02:03 gateway         slow ! ms=1200 path=/api\n');
});

test('any other line stays unchanged', () => {
  const { log, text } = setUp(false);
  log.line('mailbox', '{ not json');
  expect(text()).toBe('10:20:30 mailbox         { not json\n');
});

test('each process keeps its color', () => {
  const { log, text } = setUp(true);
  for (const name of ['a', 'b', 'a']) {
    log.line(name, 'x');
  }
  const colours = text()
    .split('\n')
    .filter(Boolean)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
    .map((line) => /\u001b\[0m \u001b\[(\d+)m/.exec(line)?.[1]);
  expect(colours[0]).toBe(colours[2]);
  expect(colours[0]).not.toBe(colours[1]);
});
