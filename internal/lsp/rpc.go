package lsp

import (
	"encoding/json"
	"errors"
)

// message is a message of JSON-RPC 2.0: a request has an id and a method, a notification a method,
// a response an id and a result or an error. A library for so little would add 0.5 MB to wobbly,
// since those that exist bring another JSON library.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"` // a number or a string, in the form of requestID
	Method  *string         `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

// rpcError is the error of a response.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// The codes of errors, of JSON-RPC and then of the protocol.
const (
	codeParse           = -32700
	codeInvalidRequest  = -32600
	codeMethodNotFound  = -32601
	codeInvalidParams   = -32602
	codeInternal        = -32603
	codeNotInitialized  = -32002
	codeContentModified = -32801
	codeCancelled       = -32800
	codeRequestFailed   = -32803
)

// decode reads a message. Its errors are of type *rpcError.
func decode(text []byte) (*message, error) {
	m := &message{}
	err := json.Unmarshal(text, m)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return nil, &rpcError{codeParse, "the message is not JSON: " + err.Error()}
	}
	request := m.Method != nil && m.Result == nil && m.Error == nil
	response := m.Method == nil && (m.Result != nil) != (m.Error != nil)
	if err == nil && len(m.ID) > 0 && string(m.ID) != "null" {
		m.ID, err = requestID(m.ID)
	} else {
		m.ID = nil
	}
	if err != nil || m.Version != "2.0" || !request && !response {
		return nil, &rpcError{codeInvalidRequest, "the message is not a request, a notification or a response of JSON-RPC 2.0"}
	}
	return m, nil
}

func requestID(text json.RawMessage) (json.RawMessage, error) {
	var n int64
	if json.Unmarshal(text, &n) == nil {
		return json.Marshal(n)
	}
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return nil, err
	}
	return json.Marshal(name)
}
