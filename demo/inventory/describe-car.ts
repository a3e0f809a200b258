import type { Condition } from '../../src/features/catalog/listings/model/listing.ts';
import type { CarFacts } from './car-facts.ts';
import { hireDetails, hireFarewells, hireOpeners } from './hire-phrases.ts';
import {
  bumps,
  drives,
  equipments,
  farewells,
  flaws,
  histories,
  openers,
  type Phrase,
  praises,
  services,
} from './phrases.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Writes descriptions like a dealer's. Consecutive descriptions differ. */
export class CarDescriber {
  readonly #last = new Map<Phrase[], Phrase>();

  describe(car: CarFacts, random: SeededRandom): string {
    const topics = car.mode === 'Rent' ? hireTopics(random) : saleTopics(car, random);
    const phrases = topics.map((topic) => this.#phraseFor(topic, car, random));
    return phrases.flatMap((phrase) => (phrase ? [phrase.say(car)] : [])).join(' ');
  }

  /** Chooses a phrase that is true of the car and was not used for the car before. */
  #phraseFor(topic: Phrase[], car: CarFacts, random: SeededRandom): Phrase | null {
    const start = random.whole(0, topic.length - 1);
    for (let step = 0; step < topic.length; step++) {
      const phrase = topic[(start + step) % topic.length]!;
      if (phrase === this.#last.get(topic) || phrase.when?.(car) === false) continue;
      this.#last.set(topic, phrase);
      return phrase;
    }
    return null;
  }
}

/** Chooses topics at random, but never drops the faults of a car. */
function saleTopics({ condition, history }: CarFacts, random: SeededRandom): Phrase[][] {
  const faults = [...(history.noAccidentHistory ? [] : [bumps]), ...faultsOf(condition, random)];
  const others = [histories, drives, services, equipments, farewells];
  const wanted = random.whole(faults.length < 2 ? 2 : 1, 4 - faults.length);
  while (others.length > wanted) others.splice(random.whole(0, others.length - 1), 1);
  const atTheEnd = others.at(-1) === farewells ? others.splice(-1) : [];
  return [openers, ...others, ...faults, ...atTheEnd];
}

function faultsOf(condition: Condition, random: SeededRandom): Phrase[][] {
  if (condition === 'Fair') return [flaws, flaws];
  if (condition === 'Good') return random.chance(0.65) ? [flaws] : [];
  return random.chance(0.35) ? [praises] : [];
}

function hireTopics(random: SeededRandom): Phrase[][] {
  const topics = [hireOpeners, hireDetails];
  if (random.chance(0.45)) topics.push(equipments);
  if (random.chance(0.7)) topics.push(hireFarewells);
  return topics;
}
