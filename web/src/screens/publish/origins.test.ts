import { expect, it } from 'vitest';
import { splitOrigins } from './origins.ts';

it('reads sites as people paste them', () => {
  const text =
    ' https://Shop.example/chairs?a=1\nhttp://localhost:8080, https://*.shop.example\n\nhttps://shop.example';
  expect(splitOrigins(text)).toEqual({
    origins: ['https://shop.example', 'http://localhost:8080', 'https://*.shop.example'],
    wrong: null,
  });
  expect(splitOrigins('')).toEqual({ origins: [], wrong: null });
});

it('names the first line that is no site', () => {
  for (const wrong of ['shop.example', "https://x'; script-src *", 'javascript:alert(1)', '*', 'https://']) {
    expect(splitOrigins(`https://a.test\n${wrong}`).wrong, wrong).not.toBeNull();
  }
});
