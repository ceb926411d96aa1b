import type { ResultOf } from '@diorama/shared/contract/index.ts';
import type { DiscountState } from '@diorama/shared/domain/discount.ts';
import { formatNumber } from '@diorama/shared/i18n/format.ts';
import { findPlanPrice } from '@diorama/shared/plans.ts';
import { useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Badge } from '../../../components/feedback/badge.tsx';
import { Confirm } from '../../../components/modal/modal.tsx';
import primitives from '../../../components/primitives.module.css';
import { useToast } from '../../../components/toast/toast.tsx';
import { useDates } from '../../../hooks/use-dates.ts';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './payments.module.css';
import { usePriceLabel } from './use-price-label.ts';

type Discount = ResultOf<'listDiscounts'>['member'][number];

const KINDS: Readonly<Record<DiscountState, 'success' | 'info' | 'neutral'>> = {
  running: 'success',
  planned: 'info',
  over: 'neutral',
  ended: 'neutral',
  'used-up': 'neutral',
};

/** A discount code: reduction, prices, period, limit, and number of uses. */
export function DiscountRow({ discount, onEnded }: { discount: Discount; onEnded: () => void }) {
  const { t, language } = useTranslations('operators');
  const { code = '', discountPercentage: percent = 0, uses = 0, state = 'over', mostUses = null } = discount;
  const number = (value: number) => formatNumber(language, value);
  const isAlive = state === 'running' || state === 'planned' || state === 'used-up';
  return (
    <li className={classes.row}>
      <span className="flex min-w-0 flex-col">
        <span className={primitives.titleRow}>
          <span className="font-mono text-12">{code}</span>
          <Badge kind={KINDS[state]}>{t(`codes.state.${state}`)}</Badge>
        </span>
        <span className={classes.note}>{usePricesLabel(discount)}</span>
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="tabular-nums font-medium">{t('codes.off', { percent })}</span>
        <span className={classes.note}>
          {mostUses === null
            ? t('codes.uses', { count: uses })
            : t('codes.uses.of', { uses: number(uses), most: number(mostUses) })}
        </span>
      </span>
      <DiscountFacts discount={discount} />
      <span className={classes.actions}>
        {isAlive && <EndCode uuid={discount.uuid} code={code} onEnded={onEnded} />}
      </span>
    </li>
  );
}

function usePricesLabel({ planPrices = null }: Discount): string {
  const { t } = useTranslations('operators');
  const priceLabel = usePriceLabel();
  const prices = planPrices?.map((iri) => findPlanPrice(iri.split('/').at(-1) ?? '')) ?? [];
  return planPrices === null
    ? t('codes.all')
    : prices.map((price) => (price === undefined ? t('orders.plan.gone') : priceLabel(price))).join(' · ');
}

function DiscountFacts({ discount }: { discount: Discount }) {
  const { t, language } = useTranslations('operators');
  const dates = useDates();
  const { startsAt, endsAt, endedAt, mostUsesEach = null } = discount;
  const end = endedAt ?? endsAt ?? null;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('codes.from')}</dt>
        <dd>{startsAt === undefined ? '–' : dates.dateTime(startsAt)}</dd>
      </div>
      <div>
        <dt>{t('codes.until')}</dt>
        <dd>{end === null ? t('codes.until.none') : dates.dateTime(end)}</dd>
      </div>
      <div>
        <dt>{t('codes.each')}</dt>
        <dd>{mostUsesEach === null ? t('codes.each.none') : formatNumber(language, mostUsesEach)}</dd>
      </div>
    </dl>
  );
}

function EndCode({ uuid, code, onEnded }: { uuid: string; code: string; onEnded: () => void }) {
  const { t } = useTranslations('operators');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, submit } = useSubmit(async () => {
    await client.call('endDiscount', { params: { id: uuid } });
    toast({ kind: 'success', text: t('codes.end.done', { code }) });
    onEnded();
  }, showError);
  return (
    <>
      <NetworkButton
        size="small"
        aria-label={t('codes.end.of', { code })}
        isLoading={isBusy}
        onClick={() => setIsAsking(true)}
      >
        {t('codes.end')}
      </NetworkButton>
      {isAsking && (
        <Confirm
          title={t('codes.end.title', { code })}
          text={t('codes.end.text')}
          confirmLabel={t('codes.end')}
          isDangerous
          onConfirm={submit}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
