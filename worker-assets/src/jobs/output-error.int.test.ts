import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { parseImportMessage, translateImportMessage } from '@diorama/shared/i18n/import-messages.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { findObject } from '@diorama/shared/server/objects/objects.queries.ts';
import {
  requestOptionOutput,
  useOptionOutput,
} from '@diorama/shared/server/scenes/option-outputs.queries.ts';
import { requestOutput } from '@diorama/shared/server/scenes/request-output.queries.ts';
import { makeScene } from '@diorama/stack/test/factories.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { describe, expect, it } from 'vitest';
import { ChildDiedError, ConversionFaultError } from '../import/conversion-child.ts';
import { ImportError } from '../import/import-error.ts';
import { PageOverloadedError } from '../stage/stage-error.ts';
import { useJobHarness } from '../test/job-harness.ts';
import type { JobDeps } from './deps.ts';
import { failureHooks } from './index.ts';
import { sceneOptionOutput } from './scene-option-output.ts';
import { sceneOutput } from './scene-output.ts';

const harness = useJobHarness();

/** A drawable asset with a file of the given size in bytes. */
async function drawable(name: string, bytes: number): Promise<string> {
  const id = await harness.upload(name, Buffer.alloc(bytes, name));
  await harness
    .db('assets')
    .where({ id })
    .update({ main_object: harness.db.ref('original_object'), status: 'ready' });
  return id;
}

async function request(assets: readonly string[]): Promise<string> {
  const nodes = Object.fromEntries(
    assets.map((id) => [id, { kind: 'model', props: { asset: `/api/assets/${id}` } }]),
  );
  const document = parseDocument({ nodes });
  const { accountId, userId } = harness.person;
  const compositionId = await makeScene(harness.db, harness.person, { document });
  const newOutput = {
    compositionId,
    accountId,
    userId,
    revision: 1,
    text: JSON.stringify(document),
    sourceObject: null,
  };
  const outputId = await requestOutput(harness.db, newOutput);
  // The plan of the workspace allows few scenes.
  await harness.db('compositions').where({ id: compositionId }).update({ deleted_at: new Date() });
  return outputId;
}

/** Fakes of the stage and the pool, with the parts that jobs use. */
function tools({ draw, build }: { draw?: () => Promise<unknown>; build?: () => Promise<unknown> }) {
  const stage = { drawDocument: draw ?? (async () => [Buffer.from('picture')]) };
  return { stage, pool: { user: {}, run: build } } as unknown as Pick<JobDeps, 'stage' | 'pool'>;
}

async function run(outputId: string, given: Parameters<typeof tools>[0], isLastAttempt = false) {
  await sceneOutput(harness.depsWith(tools(given)))({ outputId }, jobContext({ isLastAttempt }));
  const output = await harness
    .db('scene_outputs')
    .where({ id: outputId })
    .first('status', 'error_code', 'error_detail');
  const reason = parseImportMessage(output.error_detail ?? '');
  return { ...output, error_detail: reason && translateImportMessage(reason, 'en') };
}

describe('a failed output', () => {
  it.each([
    [
      new ChildDiedError('memory'),
      'The files in this scene need more than 2000 MB of memory together. Make their images smaller, or remove some files.',
    ],
    [
      new ChildDiedError('time'),
      'The files in this scene take too long to combine. Simplify the models, or remove some.',
    ],
    [
      new ImportError('import.failed', importMessage('unreadable.picture')),
      'The files in this scene could not be combined.',
    ],
    [new ConversionFaultError({ cause: new Error('x') }), 'The files in this scene could not be combined.'],
  ])('reports the reason and its largest file (%s)', async (error, reason) => {
    const outputId = await request([await drawable('small.glb', 10), await drawable('sofa.glb', 1_000)]);
    expect(await run(outputId, { build: () => Promise.reject(error) })).toEqual({
      status: 'failed',
      error_code: 'output.failed',
      error_detail: `${reason} The largest file is sofa.glb.`,
    });
  });

  it('names no file if it has none', async () => {
    const output = await run(await request([]), { build: () => Promise.reject(new ChildDiedError('crash')) });
    expect(output).toMatchObject({ error_detail: 'The files in this scene could not be combined.' });
  });

  it('names the missing file after the last attempt', async () => {
    const id = await drawable('lost.glb', 20);
    const object = await findObject(harness.db, (await harness.read(id)).main_object ?? '');
    await harness.store.delete(object?.key ?? '');
    const outputId = await request([id]);
    await expect(run(outputId, {})).rejects.toThrow('lost.glb');
    expect(await run(outputId, {}, true)).toMatchObject({
      error_code: 'output.failed',
      error_detail: 'The file lost.glb could not be read.',
    });
  });

  it('reports a scene too large to render after the last attempt', async () => {
    const outputId = await request([await drawable('forest.glb', 30)]);
    const draw = () => Promise.reject(new PageOverloadedError('The page crashed'));
    await expect(run(outputId, { draw })).rejects.toThrow('too large to render');
    expect(await run(outputId, { draw }, true)).toMatchObject({
      error_detail:
        'This scene is too large to render. Simplify the models, or remove some. The largest file is forest.glb.',
    });
  });

  it('has the error code output.failed for any other final failure', async () => {
    const outputId = await request([]);
    const failure = { reason: 'x', attempts: 3 } as never;
    await harness.db.transaction((trx) => failureHooks['scene.output']?.({ outputId }, failure, trx));
    expect(await harness.db('scene_outputs').where({ id: outputId }).first('status', 'error_code')).toEqual({
      status: 'failed',
      error_code: 'output.failed',
    });
  });
});

describe('failed files of a combination of choices', () => {
  const prepare = async (assets: readonly string[]) => {
    const outputId = await request(assets);
    await harness
      .db('compositions')
      .whereIn('id', harness.db('scene_outputs').where({ id: outputId }).select('composition_id'))
      .update({ published_output_id: outputId });
    const { accountId } = harness.person;
    await requestOptionOutput(harness.db, { outputId, accountId, choices: 'color=red' });
    const made = await useOptionOutput(harness.db, outputId, 'color=red');
    const runJob = (build?: () => Promise<unknown>, isLastAttempt = false) =>
      sceneOptionOutput(harness.depsWith(tools(build ? { build } : {})))(
        { optionOutputId: made?.id ?? '' },
        jobContext({ isLastAttempt }),
      );
    const status = async () => (await useOptionOutput(harness.db, outputId, 'color=red'))?.status;
    return { runJob, status };
  };

  it('fail for visitors if a file of the combination is broken', async () => {
    const { runJob, status } = await prepare([await drawable('broken.glb', 10)]);
    const broken = new ImportError('import.failed', importMessage('unreadable.picture'));
    expect(await runJob(() => Promise.reject(broken))).toEqual({ status: 'failed' });
    expect(await status()).toBe('failed');
  });

  it('are retried until the last attempt if a file cannot be read', async () => {
    const id = await drawable('absent.glb', 25);
    const object = await findObject(harness.db, (await harness.read(id)).main_object ?? '');
    await harness.store.delete(object?.key ?? '');
    const { runJob, status } = await prepare([id]);
    await expect(runJob()).rejects.toThrow('absent.glb');
    expect(await status()).toBe('queued');
    expect(await runJob(undefined, true)).toEqual({ status: 'failed' });
    expect(await status()).toBe('failed');
  });

  it('fail for operators if the server is at fault', async () => {
    const { runJob, status } = await prepare([]);
    const build = () => Promise.reject(new Error('no disk'));
    await expect(runJob(build, true)).rejects.toThrow('no disk');
    expect(await status()).toBe('queued');
  });
});
