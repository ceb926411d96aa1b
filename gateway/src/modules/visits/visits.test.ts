import { expect, it } from 'vitest';
import { countryOf } from './country-of.ts';
import { toCsv } from './to-csv.ts';

it('takes the country from what a browser says of its languages, and nothing else', () => {
  expect(countryOf('es-MX,es;q=0.9,en-US;q=0.8')).toBe('MX');
  expect(countryOf('es, zh-Hant-TW;q=0.5')).toBe('TW');
  expect(countryOf('en-gb')).toBe('GB');
  expect(countryOf('en-QQ,de-AT')).toBe('AT');
  for (const none of ['', '*', 'es', 'en-001', 'en-ZZ', 'xx-qq', 'x'.repeat(10_000), '<script>-US']) {
    expect(countryOf(none), none.slice(0, 20)).toBe('');
  }
});

it('writes a line a day', () => {
  const day = {
    day: '2026-11-22',
    views: 3,
    embeds: 1,
    devices: 2,
    seconds: 90,
    annotationOpens: 4,
    arLaunches: 0,
  };
  expect(toCsv({ days: [day] })).toBe(
    'day,views,embeds,devices,seconds,annotationOpens,arLaunches\r\n2026-11-22,3,1,2,90,4,0\r\n',
  );
});
