import { expect, it } from 'vitest';
import { splitOrigins } from './share-modal.tsx';

it('splitOrigins parses and deduplicates pasted sites', () => {
  const text =
    ' https://Shop.example/chairs?a=1\nhttp://localhost:8080, https://*.shop.example\n\nhttps://shop.example';
  expect(splitOrigins(text)).toEqual({
    origins: ['https://shop.example', 'http://localhost:8080', 'https://*.shop.example'],
    wrong: null,
    isTooMany: false,
  });
  expect(splitOrigins('')).toEqual({ origins: [], wrong: null, isTooMany: false });
});

it('splitOrigins returns the first invalid line', () => {
  for (const wrong of ['shop.example', "https://x'; script-src *", 'javascript:alert(1)', '*', 'https://']) {
    expect(splitOrigins(`https://a.test\n${wrong}`).wrong, wrong).not.toBeNull();
  }
});

it('splitOrigins distinguishes too many sites from invalid ones', () => {
  const sites = (count: number) =>
    Array.from({ length: count }, (_, i) => `https://shop${i}.test`).join('\n');
  expect(splitOrigins(sites(50))).toMatchObject({ wrong: null, isTooMany: false });
  expect(splitOrigins(sites(51))).toMatchObject({ wrong: null, isTooMany: true });
});
