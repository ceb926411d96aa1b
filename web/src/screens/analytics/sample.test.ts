import { sceneAnalytics } from '@diorama/shared/contract/visits.ts';
import { expect, it } from 'vitest';
import { sampleAnalytics } from './sample.ts';

it('sampleAnalytics matches the gateway’s schema and is deterministic', () => {
  const sample = sampleAnalytics('2026-03-01', 30);
  expect(sceneAnalytics.parse(sample)).toEqual(sample);
  expect([sample.from, sample.days.length, sample.days.at(-1)?.day]).toEqual([
    '2026-01-31',
    30,
    '2026-03-01',
  ]);
  expect(sampleAnalytics('2026-03-01', 30)).toEqual(sample);
});
