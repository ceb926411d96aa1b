import type { AccountRef, User } from '@diorama/shared/contract/auth.ts';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useRefreshUser } from '../../hooks/use-refresh-user.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useFreshUser, useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { storeAfterOnboarding } from '../../session/after-onboarding.ts';
import { type KindErrors, KindStep } from './kind-step.tsx';
import { OnboardingFrame } from './onboarding-frame.tsx';
import { type FirstScene, SceneStep } from './scene-step.tsx';
import { useOnboarding } from './use-onboarding.ts';
import { WorkspaceStep } from './workspace-step.tsx';

/** Sets up the new user's workspace, once; every step can be skipped, and a reload resumes it. */
export function OnboardingScreen() {
  const { t } = useAccountTranslations();
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
  const t = useT();
  const { t: words } = useAccountTranslations();
  const { client } = useApi();
  const errorText = useErrorText();
  const refreshUser = useRefreshUser();
  const { state, change, forget } = useOnboarding(user.uuid);
  const [errors, setErrors] = useState<KindErrors & { name?: string }>({});
  const [scene, setScene] = useState<FirstScene>('living-room');
  const [problem, setProblem] = useState<string | null>(null);
  const name = state.name ?? workspace.name;

  const detail = (body: {
    accountName?: string;
    industry?: string | null;
    hasCompletedOnboarding?: boolean;
  }) => client.call('updateAccountDetail', { params: { id: workspace.uuid }, body });
  /** Completes the onboarding; the guard redirects once the user's data shows it. */
  const leave = async () => {
    await detail({ hasCompletedOnboarding: true });
    forget();
    await refreshUser();
  };
  const nextOfKind = async () => {
    const { kind, industry } = state;
    const found: KindErrors = {
      ...(kind === null && { kind: words('onboarding.kind.missing') }),
      ...(kind !== null &&
        kind !== 0 &&
        industry === null && { industry: words('onboarding.industry.missing') }),
    };
    setErrors(found);
    if (kind === null || Object.keys(found).length > 0) {
      return;
    }
    await client.call('updateUser', { params: { id: user.uuid }, body: { type: kind } });
    await detail({ industry: kind === 0 ? null : industry });
    change({ step: 2 });
  };
  const nextOfWorkspace = async () => {
    if (name.trim() === '') {
      setErrors({ name: t('field.required') });
      return;
    }
    setErrors({});
    await detail({ accountName: name.trim() });
    change({ step: 3 });
  };
  const nextOfScene = async () => {
    const title =
      scene === 'empty'
        ? { template: 'lit' as const }
        : { name: words(`onboarding.scene.${scene}`), template: scene };
    const made = await client.call('createComposition', { body: { account: workspace.uuid, ...title } });
    storeAfterOnboarding(localStorage, `builder/${made.uuid}`);
    await leave();
  };
  const steps = { 1: nextOfKind, 2: nextOfWorkspace, 3: nextOfScene };
  const handleError = (error: unknown) => setProblem(errorText(error));
  const next = useSubmit(async () => {
    setProblem(null);
    await steps[state.step]();
  }, handleError);
  const skip = useSubmit(leave, handleError);

  const texts = {
    1: { title: words('onboarding.kind.title'), text: words('onboarding.kind.text') },
    2: { title: words('onboarding.workspace.title'), text: words('onboarding.workspace.text') },
    3: { title: words('onboarding.scene.title'), text: words('onboarding.scene.text') },
  };
  return (
    <OnboardingFrame
      {...texts[state.step]}
      step={state.step}
      problem={problem}
      isBusy={next.isBusy || skip.isBusy}
      onBack={state.step === 1 ? null : () => change({ step: state.step === 3 ? 2 : 1 })}
      onNext={next.submit}
      onSkip={skip.submit}
    >
      {state.step === 1 && (
        <KindStep
          kind={state.kind}
          industry={state.industry}
          errors={errors}
          onChange={(answer) => {
            setErrors({});
            change(answer);
          }}
        />
      )}
      {state.step === 2 && (
        <WorkspaceStep
          workspace={workspace}
          name={name}
          error={errors.name}
          onChange={(text) => change({ name: text })}
        />
      )}
      {state.step === 3 && <SceneStep scene={scene} onChange={setScene} />}
    </OnboardingFrame>
  );
}
