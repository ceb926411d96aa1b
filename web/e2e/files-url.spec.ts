import { startTestS3 } from '@diorama/stack/test/s3.ts';
import { test as base, expect } from './fixtures.ts';
import {
  callApi,
  importEngine,
  makeScenes,
  publishScene,
  signUp,
  WORKER_WITHIN,
  watchConsole,
} from './helpers.ts';

/** The product on an S3 store that visitors reach by another name than the gateway. */
const test = base.extend({
  environment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern.
    async ({}, use) => {
      const s3 = await startTestS3();
      const { endpoint, region, bucket, accessKey, secretKey } = s3.options;
      await use({
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY: accessKey,
        S3_SECRET_KEY: secretKey,
        FILES_URL: endpoint.replace('127.0.0.1', 'localhost'),
      });
      await s3.stop();
    },
    { scope: 'worker' },
  ],
});

test('with FILES_URL all bytes of files come from the store, none from the gateway', async ({
  quietPage: page,
  stack,
  browser,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Far away');
  await page.goto(`/en/builder/${uuid}`);
  await importEngine(page, 100_000);
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  const stored = async () =>
    JSON.stringify((await callApi(page, 'GET', `/api/compositions/${uuid}/document`)).document);
  await expect.poll(stored).toContain('"asset":"/api/assets/');
  await publishScene(page, uuid);
  // The page shows the poster, too, once it is made.
  const made = async () =>
    (await (await page.request.get(`/api/public/scenes/${uuid}`)).json()).output?.glb ?? null;
  await expect.poll(made, WORKER_WITHIN).not.toBeNull();

  const visit = await browser.newContext({ baseURL: stack.url });
  const visitor = await visit.newPage();
  const expectSilentVisit = watchConsole(visitor);
  const answers: { status: number; isGateway: boolean; path: string }[] = [];
  visitor.on('response', (response) => {
    const url = new URL(response.url());
    answers.push({ status: response.status(), isGateway: url.origin === stack.url, path: url.pathname });
  });
  await visitor.goto(`/en/view/${uuid}`);
  await expect(visitor.locator('canvas')).toBeVisible();
  const glbs = () => answers.filter(({ isGateway, status }) => !isGateway && status === 200);
  await expect.poll(() => glbs().length).toBeGreaterThan(1);
  const served = answers.filter(({ isGateway, path }) => isGateway && path.startsWith('/files/'));
  expect(served.map(({ status }) => status).filter((status) => status !== 302)).toEqual([]);
  await visit.close();
  expectSilentVisit();
});
