import { beforeEach, expect, it, vi } from 'vitest';
import { TourSteps } from './tour-steps.ts';

const page = { hidden: false };
beforeEach(() => {
  page.hidden = false;
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** A playing tour of three annotations; the second one has a longer stay. */
function arrange(isLooped = false) {
  const opened: number[] = [];
  const states: boolean[] = [];
  const lead = new TourSteps({
    open: (index) => opened.push(index),
    count: () => 3,
    flightTo: (index) => (index === 2 ? 5 : 0.8),
    secondsAt: (index) => (index === 1 ? 10 : 3),
    isLooped: () => isLooped,
    onChange: () => states.push(lead.isOn),
  });
  return { lead, opened, states };
}

it('the tour stays at each annotation for its time, and ends at the last one', () => {
  const { lead, opened, states } = arrange();
  lead.start(0);
  vi.advanceTimersByTime(3_900);
  expect(opened).toEqual([0]);
  vi.advanceTimersByTime(200);
  expect(opened).toEqual([0, 1]);
  vi.advanceTimersByTime(10_500);
  expect(opened).toEqual([0, 1]);
  vi.advanceTimersByTime(1_000);
  expect(opened).toEqual([0, 1, 2]);
  // The last one has a longer flight and a longer stay.
  vi.advanceTimersByTime(7_500);
  expect(states).toEqual([true]);
  vi.advanceTimersByTime(60_000);
  expect([opened, states]).toEqual([
    [0, 1, 2],
    [true, false],
  ]);
});

it('a looped tour restarts after the last annotation', () => {
  const { lead, opened } = arrange(true);
  lead.start(2);
  vi.advanceTimersByTime(8_300);
  expect(opened).toEqual([2, 0]);
  lead.stop();
});

it('the tour pauses on a hidden page, and stays stopped', () => {
  const { lead, opened } = arrange();
  lead.start(0);
  page.hidden = true;
  vi.advanceTimersByTime(60_000);
  expect([opened, lead.isOn]).toEqual([[0], true]);
  page.hidden = false;
  vi.advanceTimersByTime(1_100);
  expect(opened).toEqual([0, 1]);
  lead.stop();
  vi.advanceTimersByTime(60_000);
  expect([opened, lead.isOn]).toEqual([[0, 1], false]);
});
