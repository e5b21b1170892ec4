import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { Question } from '@rangavalli/contracts/entities/question';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { usePagedQuery } from '@rangavalli/web-kit/data/paged-query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import css from '../reviews/Reviews.module.css';
import { QuestionDialog } from './QuestionDialog.js';
import { messages } from './messages.js';

/** Questions of customers with the shop's replies, and a form for a new one. */
export function Questions({ product: { _id: productId } }: { product: Product }) {
  const [isWriting, setIsWriting] = useState(false);
  const { pages, error, reload, hasMore, isLoadingMore, moreError, loadMore } = usePagedQuery(
    `questions ${productId}`,
    (cursor, signal) => call('GET /questions', { query: { productId, cursor } }, { signal }),
  );
  const questions = pages?.flatMap((page) => page.questions);
  const write = () => (currentSession() ? setIsWriting(true) : toast.error(messages.logIn));
  return (
    <section className={css.reviews} aria-labelledby="questions">
      <h2 id="questions" className={css.heading}>
        {messages.title}
      </h2>
      {error && !questions && <ErrorState compact title={messages.loadFailed} error={error} onRetry={reload} />}
      {!error && !questions && <Skeleton height="6rem" />}
      {questions?.length === 0 && <p className={css.small}>{messages.none}</p>}
      <ul className={css.list}>
        {questions?.map((question) => (
          <QuestionItem key={question.id} question={question} />
        ))}
      </ul>
      {moreError && <p role="alert">{moreError.message}</p>}
      <div className={css.bar}>
        <Button look="secondary" onClick={write}>
          {messages.write}
        </Button>
        {hasMore && (
          <Button look="quiet" busy={isLoadingMore} onClick={() => void loadMore()}>
            {messages.more}
          </Button>
        )}
      </div>
      {isWriting && <QuestionDialog productId={productId} onClose={() => setIsWriting(false)} />}
    </section>
  );
}

function QuestionItem({ question: { id, text, author, at, reply, helpful } }: { question: Question }) {
  const [count, setCount] = useState(helpful);
  const markHelpful = async () => {
    if (!currentSession()) {
      toast.error(messages.logInHelpful);
      return;
    }
    try {
      setCount((await call('POST /questions/{id}/helpful', { params: { id } })).helpful);
    } catch (failure) {
      toast.error(asApiError(failure).message);
    }
  };
  return (
    <li className={css.review}>
      <p className={css.text}>
        <strong>{text}</strong>
      </p>
      <p className={css.small}>{messages.byLine(author, formatDay(at))}</p>
      {reply && (
        <p className={css.reply}>
          <strong>{messages.reply}:</strong> {reply.text}
        </p>
      )}
      <Button look="quiet" aria-label={messages.helpfulOf(text, count)} onClick={() => void markHelpful()}>
        {messages.helpful(count)}
      </Button>
    </li>
  );
}
