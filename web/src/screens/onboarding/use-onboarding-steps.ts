import type { AccountRef, User } from '@diorama/shared/contract/auth.ts';
import type { RequestOf } from '@diorama/shared/contract/index.ts';
import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useRefreshUser } from '../../hooks/use-refresh-user.ts';
import { useSubmitProblem } from '../../hooks/use-submit-problem.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { storeAfterOnboarding } from '../../session/after-onboarding.ts';
import type { KindErrors } from './kind-step.tsx';
import { useOnboarding } from './use-onboarding.ts';

export type FirstScene = SceneTemplate | 'empty';

/** Answers of the onboarding, and what continues, goes back and skips; each step stores its answers on the server. */
export function useOnboardingSteps(user: User, workspace: AccountRef) {
  const t = useT();
  const { t: words } = useTranslations('account');
  const { client } = useApi();
  const refreshUser = useRefreshUser();
  const { state, change, forget } = useOnboarding(user.uuid);
  const [errors, setErrors] = useState<KindErrors & { name?: string }>({});
  const [scene, setScene] = useState<FirstScene>('living-room');
  const name = state.name ?? workspace.name;
  const detail = (body: RequestOf<'updateAccountDetail'>['body']) =>
    client.call('updateAccountDetail', { params: { id: workspace.uuid }, body });

  /** Completes the onboarding; the guard redirects once the user's data shows it. */
  const leave = async () => {
    await detail({ hasCompletedOnboarding: true });
    forget();
    await refreshUser();
  };
  const nextOfKind = async () => {
    const { kind, industry } = state;
    const needsIndustry = kind !== null && kind !== 0;
    const found: KindErrors = {
      ...(kind === null && { kind: words('onboarding.kind.missing') }),
      ...(needsIndustry && industry === null && { industry: words('onboarding.industry.missing') }),
    };
    setErrors(found);
    if (kind !== null && Object.keys(found).length === 0) {
      await client.call('updateUser', { params: { id: user.uuid }, body: { type: kind } });
      await detail({ industry: needsIndustry ? industry : null });
      change({ step: 2 });
    }
  };
  const nextOfWorkspace = async () => {
    const accountName = name.trim();
    setErrors(accountName === '' ? { name: t('field.required') } : {});
    if (accountName !== '') {
      await detail({ accountName });
      change({ step: 3 });
    }
  };
  const nextOfScene = async () => {
    const template = scene === 'empty' ? 'lit' : scene;
    const title = scene === 'empty' ? {} : { name: words(`onboarding.scene.${scene}`) };
    const body = { account: workspace.uuid, template, ...title } as const;
    const made = await client.call('createComposition', { body });
    storeAfterOnboarding(localStorage, `builder/${made.uuid}`);
    await leave();
  };
  const nextOf = { 1: nextOfKind, 2: nextOfWorkspace, 3: nextOfScene };
  const { submit, ...submission } = useSubmitProblem((work: () => Promise<void>) => work());
  return {
    ...{ ...state, ...submission, name, scene, errors, setScene, change, setErrors },
    next: () => submit(nextOf[state.step]),
    skip: () => submit(leave),
  };
}
