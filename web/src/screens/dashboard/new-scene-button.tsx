import { SCENE_TEMPLATES, type SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { ChevronDown, Plus } from 'lucide-react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { TemplatePicture } from '../onboarding/template-picture.tsx';
import classes from './dashboard.module.css';
import { useNewScene } from './use-new-scene.ts';

/** Creates a scene: an empty one at once, or one from a template of the menu. */
export function NewSceneButton({ project }: { project: string | null }) {
  const t = useT();
  const { isBusy, createScene } = useNewScene(project);
  return (
    <span className={classes.split} data-tour="new-scene">
      <NetworkButton
        variant="primary"
        className={classes.splitMain}
        icon={<Plus size={16} aria-hidden="true" />}
        isLoading={isBusy}
        onClick={() => createScene(null)}
      >
        {t('dashboard.newScene')}
      </NetworkButton>
      <Dropdown
        label={t('dashboard.newScene.from')}
        items={() => [
          {
            kind: 'action',
            key: 'blank',
            label: t('template.blank'),
            picture: <MenuPicture template="empty" />,
            needsServer: true,
            onSelect: () => createScene(null),
          },
          { kind: 'separator', key: 'line' },
          ...SCENE_TEMPLATES.map(
            (template) =>
              ({
                kind: 'action',
                key: template,
                label: t(`template.${template}`),
                picture: <MenuPicture template={template} />,
                needsServer: true,
                onSelect: () => createScene(template),
              }) as const,
          ),
        ]}
        trigger={(props) => (
          <IconButton
            {...props}
            variant="primary"
            tip="none"
            className={classes.splitMore}
            disabled={isBusy}
            label={t('dashboard.newScene.from')}
            icon={<ChevronDown size={16} aria-hidden="true" />}
          />
        )}
      />
    </span>
  );
}

function MenuPicture({ template }: { template: SceneTemplate | 'empty' }) {
  return (
    <span className={classes.templatePicture}>
      <TemplatePicture template={template} />
    </span>
  );
}
