import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './publish.module.css';
import { isShared } from './publish-state.ts';

const OVERFLOWN = 'security.account.overflown_storage';

type BlockedNoteProps = {
  scene: Pick<Composition, 'uuid' | 'isBlocked' | 'permission' | 'status' | 'privacy'>;
};

/** Explains that a shared scene is hidden from visitors, and offers the available action. */
export function BlockedNote({ scene }: BlockedNoteProps) {
  const say = useT();
  const { t } = useTranslations('sharing');
  const { client } = useApi();
  const path = usePath();
  if (!scene.isBlocked || !isShared(scene)) {
    return null;
  }
  const isManager = scene.permission === 'admin';
  // The application-wide dialog of full workspaces knows who may upgrade, and whom others can ask.
  const handleAct = () => client.notify(new ApiError({ status: 403, code: OVERFLOWN }), scene.uuid);
  return (
    <Alert kind="warning">
      <p>{t('blocked')}</p>
      <div className={classes.links}>
        {isManager && (
          <ButtonLink size="small" to={path('storage')}>
            {t('blocked.storage')}
          </ButtonLink>
        )}
        <Button size="small" onClick={handleAct}>
          {isManager ? say('notice.upgrade') : t('blocked.ask')}
        </Button>
      </div>
    </Alert>
  );
}
