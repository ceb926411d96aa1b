import { expect, it } from 'vitest';
import { createMetrics } from './health.ts';

it('metrics report the event loop delay since the last scrape', async () => {
  const metrics = createMetrics('test');
  await metrics.metrics();
  await new Promise((resolve) => setTimeout(resolve, 30));
  const until = performance.now() + 200;
  while (performance.now() < until) {
    // Blocks the event loop.
  }
  await new Promise((resolve) => setTimeout(resolve, 30));
  const delays = async () =>
    (await metrics.getMetricsAsJSON()).find(({ name }) => name === 'diorama_event_loop_delay')?.values ?? [];
  const longest = (await delays()).find(({ labels }) => labels.quantile === '1')?.value;
  expect(longest).toBeGreaterThan(0.1);
  expect(await metrics.metrics()).toContain('diorama_event_loop_delay{quantile="0.99",service="test"}');
});
