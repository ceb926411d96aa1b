import { expect, it } from 'vitest';
import { frameOfPage } from './page-frames.ts';

it.each([
  ['/', 'plain'],
  ['/en', 'plain'],
  ['/es/login', 'plain'],
  ['/onboarding', 'plain'],
  ['/operators', 'plain'],
  ['/en/scenes/all', 'workspace'],
  ['/scenes', 'workspace'],
  ['/es/project/1', 'workspace'],
  ['/en/people-and-settings', 'workspace'],
  ['/scenesque', 'plain'],
  ['/en/builder/1', 'editor'],
  ['/builder', 'plain'],
  ['/en/upgrade/1/pro/billing-cycle', 'light'],
  ['/upgrade-completed/1', 'light'],
] as const)('the frame of %s is %s', (path, frame) => {
  expect(frameOfPage(path)).toBe(frame);
});
