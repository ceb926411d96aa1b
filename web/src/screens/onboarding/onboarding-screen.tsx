import type { AccountRef, User } from '@diorama/shared/contract/auth.ts';
import { SCENE_TEMPLATES } from '@diorama/shared/domain/scene-templates.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { WorkspaceLogo } from '../../components/avatar/avatar.tsx';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { PictureField } from '../../components/picture-field/picture-field.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useFreshUser, useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { useLogo } from '../use-logo.ts';
import { ChoiceCards } from './choice-cards.tsx';
import { KindStep } from './kind-step.tsx';
import classes from './onboarding.module.css';
import { TemplatePicture } from './template-picture.tsx';
import { type FirstScene, useOnboardingSteps } from './use-onboarding-steps.ts';

const NEWEST = { sharedWithMeOnly: 'true', itemsPerPage: 1 } as const;

const STEPS = { 1: 'kind', 2: 'workspace', 3: 'scene' } as const;
const LAST = 3;

const CHOICES: readonly FirstScene[] = [...SCENE_TEMPLATES, 'empty'];

/** Sets up the new user's workspace, once; every step can be skipped, and a reload resumes it. */
export function OnboardingScreen() {
  const { t } = useTranslations('account');
  const user = useUser();
  const workspace = user?.accounts.find(({ role }) => role === 'owner');
  useTitle(t('onboarding.title'));
  // Another browser may have completed it meanwhile.
  useFreshUser();
  return (
    <AuthLayout>{user && workspace && <OnboardingSteps user={user} workspace={workspace} />}</AuthLayout>
  );
}

function OnboardingSteps({ user, workspace }: { user: User; workspace: AccountRef }) {
  const { t } = useTranslations('account');
  const { step, change, errors, setErrors, ...onboarding } = useOnboardingSteps(user, workspace);
  return (
    <OnboardingFrame
      step={step}
      title={t(`onboarding.${STEPS[step]}.title`)}
      text={t(`onboarding.${STEPS[step]}.text`)}
      problem={onboarding.problem}
      isBusy={onboarding.isBusy}
      onBack={step === 1 ? null : () => change({ step: step === 3 ? 2 : 1 })}
      onNext={onboarding.next}
      onSkip={onboarding.skip}
    >
      {step === 1 && (
        <KindStep
          kind={onboarding.kind}
          industry={onboarding.industry}
          errors={errors}
          onChange={(answer) => {
            setErrors({});
            change(answer);
          }}
        />
      )}
      {step === 2 && (
        <WorkspaceStep
          workspace={workspace}
          name={onboarding.name}
          error={errors.name}
          onChange={(name) => change({ name })}
        />
      )}
      {step === 3 && <SceneStep scene={onboarding.scene} onChange={onboarding.setScene} />}
    </OnboardingFrame>
  );
}

/** Choice of the first scene. */
function SceneStep({ scene, onChange }: { scene: FirstScene; onChange: (scene: FirstScene) => void }) {
  const { t } = useTranslations('account');
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

/** Name and logo of the workspace. */
function WorkspaceStep({
  workspace,
  name,
  error,
  onChange,
}: {
  workspace: AccountRef;
  name: string;
  error: string | undefined;
  onChange: (name: string) => void;
}) {
  const { t } = useTranslations('account');
  const logo = useLogo(workspace.uuid);
  return (
    <>
      <div className="flex max-w-(--dialog-small) flex-col gap-1">
        <TextField
          label={t('settings.name')}
          value={name}
          error={error}
          maxLength={80}
          size="large"
          autoComplete="organization"
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <PictureField
        label={t('settings.logo')}
        hint={t('settings.logo.hint')}
        shape="logo"
        picture={<WorkspaceLogo workspace={{ name, logoUrl: workspace.logoUrl }} size={64} />}
        hasPicture={workspace.logoUrl !== null}
        isBusy={logo.isBusy}
        onChoose={logo.choose}
        onRemove={logo.remove}
      />
    </>
  );
}

/** Layout of one step: progress, question, and buttons for back, next and skip. */
function OnboardingFrame({
  step,
  title,
  text,
  problem,
  isBusy,
  onBack,
  onNext,
  onSkip,
  children,
}: {
  step: number;
  title: string;
  text: string;
  problem: string | null;
  isBusy: boolean;
  onBack: (() => void) | null;
  onNext: () => void;
  onSkip: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslations('account');
  const progress = t('onboarding.progress', { step, steps: LAST });
  return (
    <Form className="flex w-full max-w-(--dialog-large) flex-col gap-6 max-md:gap-5" onSubmit={onNext}>
      <div>
        <p className="text-(--text-3) text-13">{progress}</p>
        <div className="mt-2">
          <ProgressBar share={step / LAST} label={progress} />
        </div>
      </div>
      <InvitedNote />
      <div>
        <h1 className={classes.title}>{title}</h1>
        <p className="mt-2 text-(--text-2)">{text}</p>
      </div>
      <div className="flex flex-col gap-5">{children}</div>
      {problem !== null && <Alert kind="error">{problem}</Alert>}
      <div className="flex flex-wrap items-center gap-2">
        <NetworkButton variant="ghost" size="large" className="mr-auto" disabled={isBusy} onClick={onSkip}>
          {t('onboarding.skip')}
        </NetworkButton>
        {onBack !== null && (
          <Button size="large" disabled={isBusy} onClick={onBack}>
            {t('onboarding.back')}
          </Button>
        )}
        <NetworkButton type="submit" variant="primary" size="large" isLoading={isBusy}>
          {step === LAST ? t('onboarding.finish') : t('onboarding.next')}
        </NetworkButton>
      </div>
    </Form>
  );
}

/** Note for invited users: the name of the inviter, and a link to the shared scene. */
function InvitedNote() {
  const { t } = useTranslations('account');
  const path = usePath();
  const { data } = useGet('listCompositions', { query: NEWEST });
  const scene = data?.member[0];
  const { name, uuid, createdBy } = scene ?? {};
  if (name === undefined || uuid === undefined || !createdBy?.name) {
    return null;
  }
  return (
    <p className="p-3 border border-(--hairline) rounded-card text-(--text-2) wrap-anywhere">
      {t('onboarding.invited', { inviter: createdBy.name, name })}{' '}
      <Link to={path(`builder/${uuid}`)}>{t('onboarding.invited.back', { name })}</Link>
    </p>
  );
}
