import type pg from 'pg';
import { mailThreads, nudgeSellers } from '#features/conversations/threads/server/thread-mails.ts';
import { signIn } from '../data/accounts.ts';
import { clockAhead } from '../runner/test-clock.ts';

type OnError = (error: unknown) => void;

/** Cases of the workers that email messages and remind sellers, each with two threads in which a buyer waits. */
export function conversations(pool: pg.Pool) {
  const thread = async (number: string, due: string) => {
    const [buyer, seller] = [await signIn(pool), await signIn(pool)];
    const { rows } = await pool.query(
      `insert into threads (number, buyer_id, seller_id, last_message_id, waits_for, waits_since, nudge_at, seller_mail_at)
       values ($1, $2, $3, 1, 'seller', $4, $4, $4) returning id`,
      [number, buyer.id, seller.id, due],
    );
    return Number(rows[0].id);
  };
  const pair = (letter: string) => async (): Promise<[number, number]> => [
    await thread(`Q${letter.repeat(8)}`, '2020-01-01'),
    await thread(`Q${letter.repeat(7)}2`, '2020-01-02'),
  ];
  const deps = () => ({
    pool,
    clock: clockAhead(0),
    siteOrigin: 'http://localhost',
    office: 'office@quay.example',
    numberOf: String,
  });
  return {
    'thread emails': {
      items: pair('B'),
      fails: ['threads', 'new.id = $ and new.seller_mail_at is null', 'update'] as ['threads', string, 'update'],
      run: (onError: OnError) => mailThreads(deps(), onError),
      isDone: 'select 1 from threads where id = $1 and seller_mail_at is null',
    },
    'silent sellers': {
      items: pair('C'),
      fails: ['threads', 'new.id = $ and new.nudges > 0', 'update'] as ['threads', string, 'update'],
      run: (onError: OnError) => nudgeSellers(deps(), onError),
      isDone: 'select 1 from threads where id = $1 and nudges > 0',
    },
  };
}
