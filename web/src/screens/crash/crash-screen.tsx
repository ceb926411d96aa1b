import { Button } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useT } from '../../hooks/use-language.tsx';

/** Shown in place of a page that threw during rendering, so that the user can continue. */
export function CrashScreen() {
  const t = useT();
  return (
    <main role="alert">
      <EmptyState
        heading="h1"
        title={t('problem.crash.title')}
        text={t('problem.crash.text')}
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('problem.crash.reload')}
          </Button>
        }
      />
    </main>
  );
}
