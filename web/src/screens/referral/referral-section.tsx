import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { REFERRAL_BONUS, REFERRAL_CAP } from '@diorama/shared/plans.ts';
import { Check } from 'lucide-react';
import { isNoticed } from '../../api/client.ts';
import { useList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccount } from '../../hooks/use-account.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useDates } from '../../hooks/use-dates.ts';
import { useEmailCheck } from '../../hooks/use-email-check.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useLimitError } from '../../hooks/use-limit-error.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { CopyRow } from '../publish/copy-row.tsx';
import { SettingsSection } from '../section/settings-section.tsx';
import { referralProblem } from './referral-problem.ts';
import classes from './referral-section.module.css';

/** Referral program: earned storage, a form and a link to invite friends, and the list of referred users. */
export function ReferralSection() {
  const { t, language } = useTranslations('people');
  const { data: account } = useAccount();
  const cap = formatBytes(language, REFERRAL_CAP);
  const bonus = formatBytes(language, REFERRAL_BONUS);
  const earned = account?.referral.earned ?? 0;
  return (
    <SettingsSection title={t('referral.title')} text={t('referral.text', { bonus, cap })}>
      <div className={primitives.stack2}>
        <div className="flex justify-between gap-3 text-(--text-2) text-13 tabular-nums">
          <span>{t('referral.bar')}</span>
          <span>{t('referral.earned', { earned: formatBytes(language, earned), cap })}</span>
        </div>
        <ProgressBar share={earned / REFERRAL_CAP} label={t('referral.bar')} kind="success" />
      </div>
      {account && <Friends key={account.uuid} accountUuid={account.uuid} />}
    </SettingsSection>
  );
}

function Friends({ accountUuid }: { accountUuid: string }) {
  const list = useList(
    'listReferrals',
    { query: { 'account.uuid': accountUuid } },
    { isOldAfter: ({ topic }) => topic === 'account' },
  );
  return (
    <>
      <InviteFriend onSent={list.reload} />
      <OwnLink />
      <FriendList list={list} />
    </>
  );
}

function InviteFriend({ onSent }: { onSent: () => void }) {
  const { t } = useTranslations('people');
  const say = useT();
  const { client } = useApi();
  const toast = useToast();
  const user = useUser();
  const limit = useLimitError();
  const checkEmail = useEmailCheck();
  const fields = useForm({ email: '' }, ({ email }) => ({ email: checkEmail(email) }));
  const { isBusy, submit } = useSubmit(
    async () => {
      const { email } = await client.call('sendReferral', {
        body: { email: fields.values.email.trim(), referrer: user?.uuid ?? null },
      });
      toast({ kind: 'success', text: t('referral.sent', { email }) });
      fields.reset();
      onSent();
    },
    (error) => {
      if (isNoticed(error)) {
        return;
      }
      const { isOfField, key } = referralProblem(error, limit);
      if (isOfField) {
        fields.setError('email', say(key));
      } else {
        toast({ kind: 'warning', text: say(key) });
      }
    },
  );
  return (
    <Form
      className={classes.form}
      onSubmit={() => {
        if (fields.validate()) {
          submit();
        }
      }}
    >
      <div className={primitives.grow}>
        <TextField {...fields.input('email')} label={t('referral.email')} type="email" autoComplete="off" />
      </div>
      <NetworkButton type="submit" variant="primary" isLoading={isBusy}>
        {t('referral.submit')}
      </NetworkButton>
    </Form>
  );
}

function OwnLink() {
  const { t } = useTranslations('people');
  const path = usePath();
  const config = useConfig();
  const user = useUser();
  const link = `${config?.publicUrl ?? ''}${path(`sign-up?referrer=${user?.uuid ?? ''}`)}`;
  return config && user && <CopyRow label={t('referral.link')} text={link} />;
}

function FriendList({ list }: { list: ReturnType<typeof useList<'listReferrals'>> }) {
  const { t, language } = useTranslations('people');
  const dates = useDates();
  const { members } = list;
  if (members === undefined) {
    return <Pending of={list} placeholder={<Skeleton height="6rem" />} />;
  }
  if (members.length === 0) {
    return (
      <p className={primitives.muted}>
        {t('referral.none', { bonus: formatBytes(language, REFERRAL_BONUS) })}
      </p>
    );
  }
  return (
    <div>
      <h3 className="mb-1 text-13">{t('referral.list')}</h3>
      <ul className={primitives.stack}>
        {members.map(({ uuid, email, joinedAt, createdAt, earned, user }) => (
          <li key={uuid} className={classes.friend}>
            <span className={classes.who}>
              <span className="text-13 truncate">{user?.name ?? email}</span>
              {user && <span className={classes.small}>{email}</span>}
            </span>
            <span className={classes.small} data-joined={joinedAt !== null || undefined}>
              {joinedAt && <Check size={14} aria-hidden="true" />}
              {joinedAt
                ? t('referral.joined', { date: dates.date(joinedAt) })
                : t('referral.waiting', { date: dates.date(createdAt ?? '') })}
            </span>
            <span className="min-w-[4.5rem] text-(--text-2) text-12 tabular-nums text-end">
              {earned ? t('referral.bonus', { bytes: formatBytes(language, earned) }) : ''}
            </span>
          </li>
        ))}
      </ul>
      {list.hasMore && <LoadMore list={list} />}
    </div>
  );
}
