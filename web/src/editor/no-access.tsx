import { Lock } from 'lucide-react';
import { ButtonLink } from '../components/button/button.tsx';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { usePath } from '../hooks/use-path.ts';
import classes from './editor-room.module.css';
import { useWords } from './hooks/use-words.ts';

/** Shown in place of a scene that is not there, or not for this person; it does not say which. */
export function NoAccess() {
  const { t } = useWords();
  const path = usePath();
  return (
    <main className={classes.center}>
      <EmptyState
        heading="h1"
        picture={<Lock size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('editor.noAccess.title')}
        text={t('editor.noAccess.text')}
        action={
          <ButtonLink to={path('scenes/all')} variant="primary">
            {t('editor.noAccess.home')}
          </ButtonLink>
        }
      />
    </main>
  );
}
