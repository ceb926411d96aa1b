import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { useIsOnline } from '../../hooks/use-is-online.ts';
import { useT } from '../../hooks/use-language.tsx';
import classes from './offline-notice.module.css';

/** Shows a strip above the page while the server is unreachable. Reads retry automatically. */
export function OfflineNotice() {
  const t = useT();
  const isOnline = useIsOnline();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', !isOnline);
    return () => document.documentElement.removeAttribute('data-offline');
  }, [isOnline]);
  return (
    <div role="status" className="fixed z-(--layer-toast) top-0 right-0 left-0">
      {!isOnline && (
        <p className={classes.notice}>
          <WifiOff size={16} aria-hidden="true" />
          <span>
            <strong>{t('offline.title')}</strong> {t('offline.text')}
          </span>
        </p>
      )}
    </div>
  );
}
