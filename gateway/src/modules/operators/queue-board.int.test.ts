import { QUEUES } from '@diorama/shared/jobs/index.ts';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../../test/harness.ts';

describe('the operator pages', () => {
  const harness = useHarness({ OPERATOR_EMAILS: 'root@people.test,chief@people.test,chief2@people.test' });

  const open = async (token: string) => {
    const answer = await harness.call('POST', '/api/operators/session', { token });
    return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };

  it('do not exist for other users', async () => {
    const person = await harness.signUp('somebody');
    const { status, cookie } = await open(person.token);
    expect([status, cookie]).toEqual([404, '']);
    const attempts: Record<string, string>[] = [{}, { cookie: `operator=${person.token}` }];
    for (const headers of attempts) {
      expect((await harness.call('GET', '/operators/queues', { headers })).status).toBe(404);
    }
  });

  it('open to a user with an operator’s address once it is confirmed, not before', async () => {
    const claimant = await harness.signUp('root');
    const me = async () => (await harness.call('GET', '/api/users/me', { token: claimant.token })).json;
    const isOperator = async () => (await me()).isOperator;
    expect((await me()).isUnconfirmedOperator).toBe(true);
    expect([await isOperator(), (await open(claimant.token)).status]).toEqual([false, 404]);
    expect((await harness.call('GET', '/api/operators/overview', { token: claimant.token })).status).toBe(
      403,
    );
    await harness.confirmEmail(claimant);
    expect([await isOperator(), (await open(claimant.token)).status]).toEqual([true, 204]);
    expect((await me()).isUnconfirmedOperator).toBe(false);
  });

  it('show every queue to operators, with a cookie that is valid for nothing else', async () => {
    const operator = await harness.signUpConfirmed('chief');
    const { status, cookie } = await open(operator.token);
    expect(status).toBe(204);
    const page = await harness.call('GET', '/operators/queues', { headers: { cookie } });
    expect([page.status, page.text.includes('Diorama')]).toEqual([200, true]);
    expect(page.text).not.toMatch(/(href|src)="(https?:)?\/\//);
    expect(page.text).toContain('"Inter Variable"');
    const font = await harness.call('GET', '/operators/queues/inter.woff2', { headers: { cookie } });
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    expect((await harness.call('GET', '/operators/queues/inter.woff2')).status).toBe(404);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    const queues = await harness.call('GET', '/operators/queues/api/queues', { headers: { cookie } });
    const names = JSON.parse(queues.text).queues.map((queue: { name: string }) => queue.name);
    expect(names.toSorted()).toEqual([...QUEUES].toSorted());
    expect((await harness.call('GET', '/api/users/me', { headers: { cookie } })).status).toBe(401);
    const foreign = await harness.call('PUT', '/operators/queues/api/queues/assets/retry/failed', {
      headers: { cookie, origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
  });

  it('serve their files, execute operator requests and expose nothing else', async () => {
    const operator = await harness.signUpConfirmed('chief2');
    const { cookie } = await open(operator.token);
    const at = (path: string) => `/operators/queues${path}`;
    const call = (method: string, path: string, body?: object) =>
      harness.call(method, at(path), { headers: { cookie }, body });
    const page = await call('GET', '');
    expect(page.text).toContain('<title>Diorama</title>');
    expect(page.text).not.toContain('<%');
    const [script = ''] = /static\/js\/main[^"]+/.exec(page.text) ?? [];
    const file = await call('GET', `/${script}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect((await call('GET', '/queue/assets')).headers.get('content-type')).toContain('text/html');
    const others = ['/static/js', '/static/none.js', '/static/..%2f..%2fpackage.json', '/nothing'];
    for (const path of others) {
      expect([path, (await call('GET', path)).status]).toEqual([path, 404]);
    }
    const isPaused = async () => {
      const { queues } = JSON.parse((await call('GET', '/api/queues')).text);
      return queues.find((queue: { name: string }) => queue.name === 'assets').isPaused;
    };
    expect((await call('PUT', '/api/queues/assets/pause')).status).toBe(200);
    expect(await isPaused()).toBe(true);
    expect((await call('PUT', '/api/queues/assets/resume')).status).toBe(200);
    expect(await isPaused()).toBe(false);
    const added = await call('POST', '/api/queues/assets/add', {
      name: 'asset.sweep',
      data: {},
      options: {},
    });
    expect(added.status).toBe(200);
    expect((await call('PUT', '/api/queues/none/pause')).status).toBe(404);
  });
});
