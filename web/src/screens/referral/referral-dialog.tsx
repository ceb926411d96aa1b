import { isEmail } from '@diorama/shared/domain/email.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { REFERRAL_BONUS, REFERRAL_CAP } from '@diorama/shared/plans.ts';
import { useApi } from '../../api/provider.tsx';
import { NameDialog } from '../../components/name-dialog/name-dialog.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccount } from '../../hooks/use-account.ts';
import { useLanguage, useT } from '../../hooks/use-language.tsx';
import { useLimitError } from '../../hooks/use-limit-error.ts';
import { useUser } from '../../hooks/use-user.ts';
import { referralProblem } from './referral-problem.ts';

/** Mails an invitation to a friend, whose sign-up earns storage for the workspace. */
export function ReferralDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const toast = useToast();
  const { client } = useApi();
  const user = useUser();
  const limit = useLimitError();
  const { data: account } = useAccount();
  const referral = account?.referral;
  return (
    <NameDialog
      title={t('referral.title')}
      text={t('referral.text', {
        bonus: formatBytes(language, REFERRAL_BONUS),
        cap: formatBytes(language, REFERRAL_CAP),
      })}
      label={t('referral.email')}
      type="email"
      hint={
        referral && referral.joined > 0
          ? t('referral.joined', { count: referral.joined, earned: formatBytes(language, referral.earned) })
          : undefined
      }
      submitLabel={t('referral.submit')}
      check={(email) => (isEmail(email) ? undefined : t('field.email'))}
      fieldError={(error) => {
        const { isOfField, key } = referralProblem(error, limit);
        return isOfField ? t(key) : undefined;
      }}
      errorKind="warning"
      errorText={(error) => t(referralProblem(error, limit).key)}
      onSubmit={async (email) => {
        await client.call('sendReferral', { body: { email, referrer: user?.uuid ?? null } });
        toast({ kind: 'success', text: t('referral.sent', { email }) });
      }}
      onClose={onClose}
    />
  );
}
