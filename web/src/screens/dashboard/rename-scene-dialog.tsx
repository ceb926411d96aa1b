import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { NameDialog } from '../../components/name-dialog/name-dialog.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import type { SceneItem } from './scene-card.tsx';

export function RenameSceneDialog({
  scene,
  onRenamed,
  onClose,
}: {
  scene: SceneItem;
  onRenamed: (name: string) => void;
  onClose: () => void;
}) {
  const t = useT();
  const errorText = useErrorText();
  const { client } = useApi();
  return (
    <NameDialog
      title={t('scene.rename.title')}
      label={t('scene.rename.label')}
      initial={scene.name ?? ''}
      maxLength={200}
      submitLabel={t('common.save')}
      fieldError={(error) =>
        error instanceof ApiError && error.status === 422 ? errorText(error) : undefined
      }
      errorText={() => t('problem.unexpected')}
      onSubmit={async (name) => {
        const renamed = await client.call('patchComposition', { params: { id: scene.uuid }, body: { name } });
        onRenamed(renamed.name);
      }}
      onClose={onClose}
    />
  );
}
