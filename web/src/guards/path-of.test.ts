import { isPagePath } from '@diorama/shared/domain/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { PAGES } from './pages.ts';
import { pathOf } from './path-of.ts';

describe('a named route', () => {
  it('exists for every name of the specification', () => {
    const names = PAGES.flatMap((page) => ('name' in page ? [page.name] : []));
    expect(names).toEqual(['login', 'upgrade', 'upgrade_billing_cycle', 'upgrade_pay']);
  });

  it.each([
    [pathOf('login', {}), 'login'],
    [pathOf('upgrade', { account: 'a1', plan: 'pro' }), 'upgrade/a1/pro'],
    [pathOf('upgrade_billing_cycle', { account: 'a1', plan: 'pro' }), 'upgrade/a1/pro/billing-cycle'],
    [
      pathOf('upgrade_pay', { account: 'a1', plan: 'pro', planPrice: 'p', discount: null }),
      'upgrade/a1/pro/pay/p',
    ],
    [
      pathOf('upgrade_pay', { account: 'a1', plan: 'pro', planPrice: 'p', discount: '50% / off' }),
      'upgrade/a1/pro/pay/p/50%25%20%2F%20off',
    ],
  ])('has the path %s, which isPagePath accepts', (path, expected) => {
    expect(path).toBe(expected);
    expect(['', '/en', '/es'].map((language) => isPagePath(`${language}/${path}`))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('rejects paths that differ from its pattern', () => {
    expect(isPagePath('/en/upgrade/a1/pro/elsewhere')).toBe(false);
    expect(isPagePath('/en/upgrade/a1/pro/pay')).toBe(false);
  });
});
