import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { recordServerTime } from '../../api/server-time.ts';
import { PromotionBar } from './promotion-bar.tsx';

const account = vi.hoisted(() => ({ uuid: 'a1', subscriptionType: 'free', isActive: true }));

vi.mock('../../hooks/use-config.ts', () => ({
  useConfig: () => ({ promotion: { endsAt: '2026-05-02T12:00:00Z', discount: 20 } }),
}));
vi.mock('../../hooks/use-account.ts', () => ({
  useAccount: () => ({ data: account }),
  useWorkspace: () => ({ role: 'owner' }),
}));
vi.mock('../../hooks/use-language.tsx', () => ({ useT: () => (key: string) => key }));
vi.mock('../../hooks/use-path.ts', () => ({ usePath: () => (path: string) => `/en/${path}` }));
vi.mock('react-router', () => ({
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));

afterEach(() => {
  recordServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

it.each(['2025-05-01T12:00:00Z', '2027-05-01T12:00:00Z'])(
  'the promotion bar counts down by the server’s clock on a device set to %s',
  (device) => {
    vi.useFakeTimers({ now: new Date(device), toFake: ['Date'] });
    recordServerTime(new Date('2026-05-01T11:00:00Z').toUTCString());
    const html = renderToStaticMarkup(<PromotionBar />);
    expect(html).toContain('>1:01:00:00<');
    expect(html).toContain('href="/en/upgrade/a1/pro/billing-cycle?months=12"');
  },
);

it('the promotion bar is empty for a suspended workspace', () => {
  vi.useFakeTimers({ now: new Date('2026-05-01T11:00:00Z'), toFake: ['Date'] });
  recordServerTime(new Date('2026-05-01T11:00:00Z').toUTCString());
  account.isActive = false;
  try {
    expect(renderToStaticMarkup(<PromotionBar />)).toBe('');
  } finally {
    account.isActive = true;
  }
});
