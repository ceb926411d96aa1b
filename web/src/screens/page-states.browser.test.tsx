import { CodedError } from '@diorama/shared/contract/errors.ts';
import { type RouteName, routes } from '@diorama/shared/contract/index.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Answers } from '../test/fake-server.ts';
import { expectReadable, openApp } from '../test/open-app.tsx';
import { hasSkeleton, PAGE_ANSWERS, PAGE_CASES } from '../test/page-cases.ts';

/** Places in a scene have identifiers of their own. */
const THREADS = { member: Array.from({ length: 3 }, () => ({ anchor: null })) };

/** The same answer for every read. */
function everyRead(answer: CodedError | 'never'): Answers {
  const reads = Object.entries(routes).filter(([, { method }]) => method === 'GET');
  return Object.fromEntries(reads.map(([name]) => [name as RouteName, answer]));
}

const heading = page.getByRole('heading', { level: 1 }).first();

it.each(PAGE_CASES)('$path reports a server failure and shows no skeleton', async ({ address, user }) => {
  await openApp(`/en/${address}`, { user, answers: everyRead(new CodedError('server.failed')) });
  await expect.element(heading.or(page.getByRole('button', { name: 'Try again' })).first()).toBeVisible();
  await expect.poll(hasSkeleton).toBe(false);
  await expectReadable();
});

it.each(PAGE_CASES)('$path shows a loading state', async ({ address, user }) => {
  await openApp(`/en/${address}`, { user, answers: everyRead('never') });
  await expect.poll(() => hasSkeleton() || document.querySelector('h1, [role=status]') !== null).toBe(true);
  await expectReadable();
});

it.each(PAGE_CASES)('$path fits long names, long lists and large numbers', async ({ address, user }) => {
  await openApp(`/en/${address}`, {
    user,
    answers: { ...PAGE_ANSWERS, listThreads: THREADS },
    samples: 'large',
  });
  await expect.element(heading).toBeVisible();
  await expect.poll(hasSkeleton).toBe(false);
  await expectReadable();
});
