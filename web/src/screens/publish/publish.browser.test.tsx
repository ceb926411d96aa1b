import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeServer, PartOf } from '../../test/fake-server.ts';
import { ACCOUNT, expectReadable, openApp } from '../../test/open-app.tsx';

const KITCHEN = '01900000-0000-7000-8000-00000000c001';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (words: string) => page.getByText(words, { exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

/** Opens the dialog of a scene that was just published, with its output. */
async function openPublication(
  getOutput: PartOf<SceneOutput>,
  scene: PartOf<Composition> = {},
  document: object = emptyDocument(),
): Promise<FakeServer> {
  const kitchen = {
    '@id': `/api/compositions/${KITCHEN}`,
    uuid: KITCHEN,
    name: 'Kitchen',
    account: ACCOUNT['@id'],
    permission: 'admin' as const,
    status: 'published' as const,
    privacy: 'public' as const,
    ...scene,
  };
  const server = await openApp('/en/scenes/all', {
    answers: {
      listCompositions: { member: [kitchen], totalItems: 1 },
      getComposition: kitchen,
      getOutput,
      getScenePreview: { document, assets: {} },
    },
  });
  await button('Actions for Kitchen').click();
  await page.getByRole('menuitem', { name: 'Publish and share', exact: true }).click();
  return server;
}

it.each([
  ['its position in the queue', { position: 3 }, 'Queued: position 3'],
  ['the first position in the queue', { position: 1 }, 'Queued'],
  [
    'files',
    { position: 3, isAwaitingFiles: true },
    'Waiting for files in the scene that are still being converted',
  ],
] as const)('a waiting publication shows what it waits for: %s', async (_, part, told) => {
  await openPublication({ status: 'queued', step: 0, createdAt: new Date().toISOString(), ...part });
  await expect.element(heading('Publishing “Kitchen”')).toBeVisible();
  await expect.element(text(told)).toBeVisible();
  await expectReadable();
});

it('a publication shows its progress, and the link once it is live', async () => {
  const server = await openPublication({
    status: 'running',
    step: 2,
    progress: 40,
    createdAt: new Date().toISOString(),
  });
  await expect.element(text('Step 2 of 3')).toBeVisible();
  await expect.element(text('40%')).toBeVisible();
  const live = { ...(server.answers.getComposition as object), publishedRevision: 0, inSyncWithScene: true };
  Object.assign(server.answers, { getComposition: live, getOutput: { status: 'completed', step: 3 } });
  await expect.element(page.getByRole('textbox', { name: 'Public link', exact: true })).toBeVisible();
  await expectReadable();
});

it('a failed publication shows the reason and can be retried', async () => {
  const error = { code: 'import.failed', message: 'The model could not be read.' };
  const server = await openPublication({ status: 'failed', error });
  await expect.element(heading('Publishing failed')).toBeVisible();
  await expect.element(text('Your scene is safe. The model could not be read.')).toBeVisible();
  await expectReadable();
  const again = { status: 'queued', position: 1, createdAt: new Date().toISOString() } as const;
  Object.assign(server.answers, { generateSceneOutput: again, getOutput: again });
  await button('Try again').click();
  await expect.element(text('Queued')).toBeVisible();
  expect(server.changes.map(({ route }) => route)).toContain('generateSceneOutput');
});

it('a publication from the dashboard names models without a usable file', async () => {
  const document = {
    ...emptyDocument(),
    nodes: { chair: { kind: 'model', name: 'Chair' }, box: { kind: 'box', name: 'Box' } },
  };
  await openPublication({}, { status: 'draft', privacy: 'private', publishedRevision: null }, document);
  const told = 'Visitors will not see Chair: its file has not been uploaded yet or cannot be used.';
  await expect.element(text(told)).toBeVisible();
  await expectReadable();
});
