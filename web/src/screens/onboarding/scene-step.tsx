import { SCENE_TEMPLATES, type SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { ChoiceCards } from './choice-cards.tsx';
import { TemplatePicture } from './template-picture.tsx';

export type FirstScene = SceneTemplate | 'empty';

const CHOICES: readonly FirstScene[] = [...SCENE_TEMPLATES, 'empty'];

/** Choice of the first scene. */
export function SceneStep({ scene, onChange }: { scene: FirstScene; onChange: (scene: FirstScene) => void }) {
  const { t } = useAccountTranslations();
  return (
    <ChoiceCards
      label={t('onboarding.scene.title')}
      name="scene"
      value={scene}
      choices={CHOICES.map((value) => ({
        value,
        title: t(`onboarding.scene.${value}`),
        text: t(`onboarding.scene.${value}.text`),
        picture: <TemplatePicture template={value} />,
      }))}
      onChange={onChange}
    />
  );
}
