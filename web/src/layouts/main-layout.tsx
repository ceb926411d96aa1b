import { Menu } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../components/button/icon-button.tsx';
import { Alert } from '../components/feedback/alert.tsx';
import { lazyComponent } from '../components/lazy-component.ts';
import { Logo } from '../components/logo.tsx';
import { splitLanguage } from '../guards/language-of-path.ts';
import { useAccount } from '../hooks/use-account.ts';
import { useCodeAhead } from '../hooks/use-code-ahead.ts';
import { useConfig } from '../hooks/use-config.ts';
import { useT } from '../hooks/use-language.tsx';
import { useFreshUser } from '../hooks/use-user.ts';
import classes from './main-layout.module.css';
import { PromotionBar } from './promotion/promotion-bar.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';

const SuspendedNotice = lazyComponent(
  async () => (await import('../screens/suspended/suspended-notice.tsx')).SuspendedNotice,
);

/** Layout of the workspace: a sidebar, which on phones is a drawer with a top bar. */
export function MainLayout({ children }: { children: ReactNode }) {
  const t = useT();
  const { pathname } = useLocation();
  const { data: account } = useAccount();
  useFreshUser();
  useCodeAhead();
  // The profile stays accessible when the workspace is suspended.
  const isSuspended = account?.isActive === false && splitLanguage(pathname).rest !== 'profile';
  const [isOpen, setIsOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const sidebar = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the drawer
  useEffect(() => setIsOpen(false), [pathname]);
  const close = () => {
    setIsOpen(false);
    menuButton.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) {
      return;
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) {
        setIsOpen(false);
        menuButton.current?.focus();
      }
    };
    sidebar.current?.querySelector<HTMLElement>('a, button')?.focus();
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [isOpen]);

  return (
    <div className={classes.layout}>
      <a className={classes.skip} href="#content">
        {t('app.skipToContent')}
      </a>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only a second way to close */}
      <div className={classes.scrim} data-open={isOpen || undefined} onClick={close} />
      <aside ref={sidebar} className={classes.sidebar} data-open={isOpen || undefined}>
        <Sidebar onClose={isOpen ? close : null} />
      </aside>
      <div className="min-w-0">
        <PromotionBar />
        <header className={classes.menuBar}>
          <IconButton
            ref={menuButton}
            label={t('nav.openMenu')}
            aria-expanded={isOpen}
            icon={<Menu size={20} aria-hidden="true" />}
            onClick={() => setIsOpen(true)}
          />
          <Logo size={20} />
          <span className="max-md:flex-1 max-md:font-semibold max-md:truncate">
            {account?.detail.name ?? t('app.name')}
          </span>
        </header>
        <main id="content" tabIndex={-1}>
          <ReadOnlyNotice />
          {isSuspended ? (
            <Suspense fallback={null}>
              <SuspendedNotice workspace={account.detail.name} reason={account.suspensionReason} />
            </Suspense>
          ) : (
            children
          )}
        </main>
      </div>
    </div>
  );
}

/** Explains while the installation is read-only why nothing can be changed. */
function ReadOnlyNotice() {
  const t = useT();
  return useConfig()?.isReadOnly ? <Alert kind="warning">{t('app.readOnly')}</Alert> : null;
}
