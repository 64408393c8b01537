// Stands for the client of your ERP: it sends a document once, and looks before it sends again.

/** Sends the body of a create call. Resolves to the id under which the service has the document. */
async function send({ baseUrl, token, businessProfileId }, body) {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "x-service-version": "20260101",
  };
  const invoices = `${baseUrl}/api/purchase-invoices`;
  // undefined: the connection ended without an answer, and the document may exist.
  const answer = await fetch(`${invoices}/${businessProfileId}`, { method: "POST", headers, body }).catch(() => undefined);
  if (answer?.status === 201) return (await answer.json()).id;
  if (answer !== undefined) throw new Error(`The service answered ${answer.status}: ${await answer.text()}`);
  const number = encodeURIComponent(JSON.parse(body).document_number);
  const { content } = await (await fetch(`${invoices}?document_number=${number}`, { headers })).json();
  if (content.length === 1) return content[0].id;
  throw new Error("It is not known whether the invoice was created.");
}

module.exports = { send };
