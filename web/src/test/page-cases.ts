import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { PAGES, type Page } from '../guards/pages.ts';
import type { Answers } from './fake-server.ts';
import { WORKSPACE } from './open-app.tsx';

const SOME_UUID = '01900000-0000-7000-8000-00000000b000';

/** Values of the parameters of the pages' addresses. */
const PARAMETERS: Readonly<Record<string, string>> = {
  ':userUuid': SOME_UUID,
  ':token': 'token',
  ':account': WORKSPACE,
  ':plan': 'pro',
  ':planPrice': SOME_UUID,
  '/:discount?': '',
  ':order': SOME_UUID,
  ':type': 'compositions',
  '/:invitation?': '',
  ':uuid': SOME_UUID,
};

/** The editor needs a socket and a canvas; its journeys cover it. The onboarding ends at once for this user. */
const LEFT_OUT: ReadonlySet<string> = new Set(['builder/:uuid', 'onboarding']);

/** Every page with an address and a user who may open it. */
export const PAGE_CASES = PAGES.filter(({ path }) => !LEFT_OUT.has(path)).map((each: Page) => ({
  path: each.path,
  user: each.access === 'public-only' ? null : {},
  address: Object.entries(PARAMETERS).reduce<string>(
    (path, [name, value]) => path.replace(name, value),
    each.path,
  ),
}));

/** Answers without which a page would not open. */
export const PAGE_ANSWERS: Answers = {
  getOrder: { currency: 'EUR' },
  getScenePreview: { document: emptyDocument() },
};

/** Whether a part of the open page still waits for its data. */
export const hasSkeleton = () => document.querySelector('[data-skeleton]') !== null;
