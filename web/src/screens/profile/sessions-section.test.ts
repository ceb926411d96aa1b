import { describe, expect, it } from 'vitest';
import { parseUserAgent } from './sessions-section.tsx';

const TAIL = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('parseUserAgent', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${TAIL} Chrome/153.0 Safari/537.36`,
      'Chrome',
      'Windows',
      false,
    ],
    [`Mozilla/5.0 (Windows NT 10.0) ${TAIL} Chrome/153.0 Safari/537.36 Edg/153.0`, 'Edge', 'Windows', false],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux', false],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
      'Safari',
      'iPhone',
      true,
    ],
    [`Mozilla/5.0 (Linux; Android 16) ${TAIL} Chrome/153.0 Mobile Safari/537.36`, 'Chrome', 'Android', true],
  ])('parses %s', (text, browser, system, isPhone) => {
    expect(parseUserAgent(text)).toEqual({ browser, system, isPhone });
  });

  it('returns null for an unknown user agent', () => {
    expect(parseUserAgent('curl/8.0')).toBeNull();
    expect(parseUserAgent('')).toBeNull();
  });
});
