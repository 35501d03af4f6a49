import type { Preview } from './publish.ts';
import type { Answers } from './merge.ts';

interface Props {
  lead: string;
  conflicts: Preview['conflicts'];
  onAnswer: (answers: Answers) => void;
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

/** Fields that two people have changed: both texts, of which one is chosen. */
export function Choice({ lead, conflicts, onAnswer }: Props) {
  return (
    <form
      ref={scrollTo}
      className="alert"
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(Object.fromEntries(new FormData(event.currentTarget)) as Answers);
      }}
    >
      <p role="alert">{lead}</p>
      {conflicts.map(({ key, where, mine, theirs }) => (
        <fieldset key={key}>
          <legend>{where}</legend>
          <label>
            <input type="radio" name={key} value="mine" required /> Mine:{' '}
            <span className="muted">{mine}</span>
          </label>
          <label>
            <input type="radio" name={key} value="theirs" /> Theirs: <span className="muted">{theirs}</span>
          </label>
        </fieldset>
      ))}
      <button>Keep what I chose</button>
    </form>
  );
}
