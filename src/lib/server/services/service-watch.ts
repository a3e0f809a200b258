import { repeat } from '../jobs/repeat.ts';

/** Whether a service outside the process, such as the mail server, works. */
export type ServiceState = { name: string; works: boolean; since: Date; reason: string | null };

export type Service = {
  name: string;
  /** Rejects if the service does not work. */
  check(): Promise<void>;
  /** Why it does not work, without secrets or addresses of people. */
  reasonOf(error: unknown): string;
};

type Log = { warn(facts: object, message: string): void };

export type ServiceWatch = { states(): ServiceState[]; stop(): Promise<void> };

/** Checks services at an interval, and logs when one stops working and when it works again. `failed` are known not to work. */
export function watchServices(
  services: Service[],
  { everyMs, log, failed = new Map() }: { everyMs: number; log: Log; failed?: Map<string, string> },
): ServiceWatch {
  const states = new Map(
    services.map(({ name }): [string, ServiceState] => {
      const reason = failed.get(name) ?? null;
      return [name, { name, works: reason === null, since: new Date(), reason }];
    }),
  );
  const look = async ({ name, check, reasonOf }: Service) => {
    const reason = await check().then(() => null, reasonOf);
    const before = states.get(name);
    const changed = before?.works !== (reason === null);
    states.set(name, { name, works: reason === null, since: changed || !before ? new Date() : before.since, reason });
    if (!changed) return;
    if (reason === null) log.warn({ service: name }, 'a service works again');
    else log.warn({ service: name, reason }, 'a service stopped working');
  };
  const stop = repeat(
    everyMs,
    () => Promise.all(services.map(look)),
    () => {},
    'outside services',
  );
  return { states: () => [...states.values()], stop };
}
