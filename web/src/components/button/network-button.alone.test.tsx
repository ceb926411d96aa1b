import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { NetworkButton } from './network-button.tsx';

const page = vi.hoisted(() => ({ isOnline: true, toasts: [] as { kind: string; text: string }[] }));
vi.mock('../../hooks/use-is-online.ts', () => ({ useIsOnline: () => page.isOnline }));
vi.mock('../../hooks/use-language.tsx', () => ({ useT: () => (key: string) => key }));
vi.mock('../toast/toast.tsx', () => ({ useToast: () => (toast: never) => page.toasts.push(toast) }));

afterEach(() => {
  page.isOnline = true;
  page.toasts.length = 0;
});

/** Presses a button, without a DOM. */
function press(onClick: () => void) {
  const event = { preventDefault: vi.fn() };
  const { type, props } = NetworkButton({ type: 'submit', onClick, children: 'Save' });
  type(props).props.onClick(event);
  return event;
}

it('NetworkButton is an ordinary button while the server is reachable', () => {
  const onClick = vi.fn();
  expect(renderToStaticMarkup(<NetworkButton type="submit">Save</NetworkButton>)).not.toContain(
    'aria-disabled',
  );
  expect(press(onClick).preventDefault).not.toHaveBeenCalled();
  expect(onClick).toHaveBeenCalledOnce();
  expect(page.toasts).toEqual([]);
});

it('NetworkButton is disabled while offline, and a press shows the reason instead of its action', () => {
  page.isOnline = false;
  const onClick = vi.fn();
  const html = renderToStaticMarkup(<NetworkButton type="submit">Save</NetworkButton>);
  expect(html).toContain('aria-disabled="true"');
  expect(html).toContain('title="offline.action"');
  // The form is not submitted either.
  expect(press(onClick).preventDefault).toHaveBeenCalledOnce();
  expect(onClick).not.toHaveBeenCalled();
  expect(page.toasts).toEqual([{ kind: 'error', text: 'offline.action' }]);
});

it('every button of the screens that submits a form or shows loading is a NetworkButton', () => {
  const screens = join(import.meta.dirname, '../../screens');
  const paths = globSync('**/*.tsx', { cwd: screens }).filter((path) => !path.includes('.test.'));
  expect(paths.length).toBeGreaterThan(100);
  const others = paths.filter((path) =>
    readFileSync(join(screens, path), 'utf8')
      .split(/<Button(?=\s)/)
      .slice(1)
      .some((rest) => /^(?:=>|[^>])*?\s(?:isLoading|type="submit")/.test(rest)),
  );
  expect(others).toEqual([]);
});
