import { expect, it } from 'vitest';
import { countryOf, toCsv } from './routes.ts';

it('countryOf reads the country from the browser’s languages and nothing else', () => {
  expect(countryOf('es-MX,es;q=0.9,en-US;q=0.8')).toBe('MX');
  expect(countryOf('es, zh-Hant-TW;q=0.5')).toBe('TW');
  expect(countryOf('en-gb')).toBe('GB');
  expect(countryOf('en-QQ,de-AT')).toBe('AT');
  for (const none of ['', '*', 'es', 'en-001', 'en-ZZ', 'xx-qq', 'x'.repeat(10_000), '<script>-US']) {
    expect(countryOf(none), none.slice(0, 20)).toBe('');
  }
});

it('toCsv writes a line per day, with a column for each country', () => {
  const day = {
    day: '2026-11-22',
    views: 3,
    embeds: 1,
    devices: 2,
    seconds: 90,
    annotationOpens: 4,
    arLaunches: 0,
  };
  const head = 'day,views,embeds,devices,seconds,annotationOpens,arLaunches';
  expect(toCsv({ days: [day], countries: [] }, [])).toBe(`${head}\r\n2026-11-22,3,1,2,90,4,0\r\n`);
  const countries = [
    { country: 'MX', visits: 3 },
    { country: '', visits: 1 },
  ];
  const byDay = [
    { day: '2026-11-22', country: 'MX', visits: 1 },
    { day: '2026-11-23', country: 'MX', visits: 2 },
    { day: '2026-11-22', country: '', visits: 1 },
  ];
  expect(toCsv({ days: [day, { ...day, day: '2026-11-23' }], countries }, byDay)).toBe(
    `${head},visits:MX,visits:unknown\r\n2026-11-22,3,1,2,90,4,0,1,1\r\n2026-11-23,3,1,2,90,4,0,2,0\r\n`,
  );
});
