import { Alert } from '../components/feedback/alert.tsx';
import { useConfig } from '../hooks/use-config.ts';
import { useT } from '../hooks/use-language.tsx';

/** Explains while the installation is read-only why nothing can be changed. */
export function ReadOnlyNotice() {
  const t = useT();
  return useConfig()?.isReadOnly ? <Alert kind="warning">{t('app.readOnly')}</Alert> : null;
}
