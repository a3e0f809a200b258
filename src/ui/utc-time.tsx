const format = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A moment with its zone: the same words wherever it is read. */
export function utcText(time: string): string {
  return `${format.format(new Date(time))} UTC`;
}

export function UtcTime({ time }: { time: string }) {
  return (
    <time dateTime={time} className="figures">
      {utcText(time)}
    </time>
  );
}
