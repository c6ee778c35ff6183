import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { callBack } from "../../stores/call-back.ts";

type Callbacks = Set<() => void>;

/** The callbacks of each answer, for when it is whole or its connection is gone. */
const ofAnswers = new WeakMap<ServerResponse, Callbacks>();

/** The callbacks of each connection: one for each of its answers that is not whole. */
const ofConnections = new WeakMap<Socket, Callbacks>();

/**
 * Calls back once, when an answer is whole or its connection is gone. To an answer that waits for others before it on
 * the same connection Node tells nothing of that. However many wait, the answer has one listener of ours: it has many
 * of others, and Node warns of more than ten.
 */
export function whenClosed(response: ServerResponse, socket: Socket, listener: () => void): void {
  if (response.closed || socket.destroyed) {
    listener();
    return;
  }
  const callbacks = ofAnswers.get(response) ?? follow(response, socket);
  callbacks.add(listener);
}

function follow(response: ServerResponse, socket: Socket): Callbacks {
  const callbacks: Callbacks = new Set();
  ofAnswers.set(response, callbacks);
  const answers = ofConnections.get(socket) ?? followConnection(socket);
  const close = (): void => {
    if (answers.delete(close)) callAll(callbacks);
  };
  answers.add(close);
  response.once("close", close);
  return callbacks;
}

function followConnection(socket: Socket): Callbacks {
  const answers: Callbacks = new Set();
  ofConnections.set(socket, answers);
  socket.once("close", () => callAll(answers));
  return answers;
}

function callAll(callbacks: Callbacks): void {
  for (const callback of callbacks) callBack(callback);
}
