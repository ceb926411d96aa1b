import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useState } from 'react';
import { useGet } from '../../api/hooks.ts';
import { Button } from '../../components/button/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSceneCategories } from '../../hooks/use-scene-categories.ts';
import { OrganiseProvider, useListPort } from '../../screens/dashboard/organise/organise-context.tsx';
import { SceneTags } from '../../screens/dashboard/scene-tags.tsx';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import classes from './fields.module.css';

const LabelDialog = lazyPart(
  async () => (await import('../../screens/dashboard/label-dialog.tsx')).LabelDialog,
);

/** Category and tags of the scene, which its workspace defines. */
export function SceneLabels() {
  const { sceneId } = useEditorSession();
  const { data: scene, mutate } = useGet('getComposition', { params: { id: sceneId } });
  return (
    scene && (
      <OrganiseProvider>
        <Labels
          scene={scene}
          onChange={(change) => {
            // A failed revalidation is kept as the hook's error.
            mutate((before) => before && { ...before, ...change }, { revalidate: change === null }).catch(
              () => undefined,
            );
          }}
        />
      </OrganiseProvider>
    )
  );
}

function Labels({
  scene,
  onChange,
}: {
  scene: Composition;
  /** Null requests a reload. */
  onChange: (change: Partial<Composition> | null) => void;
}) {
  const say = useT();
  const { t } = useEditorTranslations();
  const workspace = useWorkspace();
  const categories = useSceneCategories();
  const [isOpen, setIsOpen] = useState(false);
  useListPort({
    change: (edit) => {
      const [changed] = edit([scene]);
      if (changed) {
        onChange(changed);
      }
    },
    reload: () => onChange(null),
  });
  const category = categories.find((one) => one['@id'] === scene.category);
  // The available tags are those of the active workspace.
  const isOurs =
    scene.permission === 'admin' && workspace !== null && scene.account === `/api/accounts/${workspace.uuid}`;
  return (
    <>
      <p className={classes.note}>
        {scene.category === null ? say('label.category.none') : (category?.name ?? '')}
      </p>
      <SceneTags names={scene.tags} />
      {isOurs && (
        <div className={classes.buttons}>
          <Button onClick={() => setIsOpen(true)}>{t('scene.labels.change')}</Button>
        </div>
      )}
      {isOpen && <LabelDialog scenes={[scene]} onClose={() => setIsOpen(false)} />}
    </>
  );
}
