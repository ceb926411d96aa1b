import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { OperatorsScreen } from './operators-screen.tsx';

const user = vi.hoisted(() => ({
  email: 'boss@diorama.test',
  isOperator: false,
  isUnconfirmedOperator: false,
}));
vi.mock('../../hooks/use-user.ts', () => ({ useUser: () => user, useFreshUser: () => undefined }));
vi.mock('../../hooks/use-translations.ts', () => ({
  useTranslations: () => ({ t: (key: string, params = {}) => key + JSON.stringify(params) }),
}));
vi.mock('../../hooks/use-path.ts', () => ({ usePath: () => (path: string) => `/en/${path}` }));
vi.mock('../../hooks/use-title.ts', () => ({ useTitle: () => undefined }));
vi.mock('../../layouts/auth-layout.tsx', () => ({
  AuthLayout: ({ children }: { children: React.ReactNode }) => children,
}));
vi.mock('../../components/button/button.tsx', () => ({
  ButtonLink: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));

it('the operators page asks only operators with an unconfirmed address to confirm it', () => {
  expect(renderToStaticMarkup(<OperatorsScreen />)).toContain('refused.text');
  user.isUnconfirmedOperator = true;
  const html = renderToStaticMarkup(<OperatorsScreen />);
  expect(html).toContain('unconfirmed.text{&quot;email&quot;:&quot;boss@diorama.test&quot;}');
  expect(html).toContain('href="/en/profile"');
  expect(html).not.toContain('refused.text');
});
